/// What the C library has no function for, or none that Swift can see.

#ifndef GITEXPLORER_CSYSTEM_H
#define GITEXPLORER_CSYSTEM_H

#include <spawn.h>
#include <sys/types.h>

/// Returns a descriptor that becomes readable when the process ends (Linux 5.3, `pidfd_open`).
///
/// -1 where there is no such process or no such call; `errno` says which (`ENOSYS`: no such call).
int csystem_pidfd_open(pid_t process);

/// Lets a process that is spawned begin in that folder (`posix_spawn_file_actions_addchdir_np`).
int csystem_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder);

/// Has the allocator reserve no addresses ahead for each thread where the process has a limit of them
/// (`ulimit -v`); to be called before there are threads.
///
/// glibc reserves 64 MiB of addresses for a thread, which a limit counts as if they were memory.
void csystem_save_addresses(void);

#endif
