// The slow path of Synchronization.Mutex, in a form that the thread sanitizer sees.
//
// The fast path is compiled into whoever locks, and so is instrumented; the slow path lies in
// libswiftSynchronization.so, which is not, so that every lock that had to wait looks like a race.
// Preloaded, these two take its place: the same lock word, waited for by trying again.

#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

typedef _Atomic(uint32_t) LockWord;

#define SWIFT __attribute__((swiftcall, visibility("default")))
#define SELF __attribute__((swift_context))

SWIFT void lock_slow(uint32_t owner, SELF LockWord *word) __asm__(
    "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
SWIFT void unlock_slow(SELF LockWord *word) __asm__(
    "$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT void lock_slow(uint32_t owner, SELF LockWord *word) {
  for (;;) {
    uint32_t expected = 0;
    if (atomic_compare_exchange_strong_explicit(word, &expected, owner, memory_order_acquire,
                                                memory_order_relaxed)) {
      return;
    }
    sched_yield();
  }
}

SWIFT void unlock_slow(SELF LockWord *word) {
  atomic_store_explicit(word, 0, memory_order_release);
}
