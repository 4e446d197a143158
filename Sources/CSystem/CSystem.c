#define _GNU_SOURCE

#include "CSystem.h"

#include <errno.h>
#include <spawn.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/resource.h>
#endif
#ifdef __linux__
#include <sys/syscall.h>
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#endif

int csystem_pidfd_open(pid_t process) {
#ifdef __linux__
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  (void)process;
  errno = ENOSYS;
  return -1;
#endif
}

int csystem_spawn_in_folder(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

void csystem_save_addresses(void) {
#ifdef __GLIBC__
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    mallopt(M_ARENA_MAX, 1);
  }
#endif
}
