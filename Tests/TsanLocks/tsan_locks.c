// ThreadSanitizer and Swift's Mutex. Its quick half is compiled into our code and seen; its slow half, for locks that
// are contended, lies in the standard library, where no access is recorded. Without what is said here, two threads that
// take turns through the slow half would be reported as a race. Part of the package in the step `tsan` only.
//
// Promise: the locks are the library's own; only what they order is told, before an unlock and after a lock. One false
// report inside the library is left out (at the end).

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef __attribute__((swiftcall)) void LockSlow(uint32_t self_id, __attribute__((swift_context)) void *handle);
typedef __attribute__((swiftcall)) void UnlockSlow(__attribute__((swift_context)) void *handle);

// Synchronization._MutexHandle._lockSlow(UInt32) and ._unlockSlow()
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

static LockSlow *library_lock;
static UnlockSlow *library_unlock;

// Before any thread: a library without them is not the one that this was written for.
__attribute__((constructor)) static void find_library(void) {
  library_lock = (LockSlow *)dlsym(RTLD_NEXT, LOCK_SLOW);
  library_unlock = (UnlockSlow *)dlsym(RTLD_NEXT, UNLOCK_SLOW);
  if (!library_lock || !library_unlock) abort();
}

__attribute__((swiftcall)) void tsan_lock_slow(
    uint32_t self_id, __attribute__((swift_context)) void *handle) __asm__(LOCK_SLOW);
__attribute__((swiftcall)) void tsan_lock_slow(uint32_t self_id, __attribute__((swift_context)) void *handle) {
  library_lock(self_id, handle);
  __tsan_acquire(handle);
}

__attribute__((swiftcall)) void tsan_unlock_slow(__attribute__((swift_context)) void *handle) __asm__(UNLOCK_SLOW);
__attribute__((swiftcall)) void tsan_unlock_slow(__attribute__((swift_context)) void *handle) {
  __tsan_release(handle);
  library_unlock(handle);
}

// All empty arrays are one constant of the standard library, and one that is made of uninitialised capacity has its
// count written again: 0 over 0.
__attribute__((no_sanitize("thread"))) const char *__tsan_default_suppressions(void) {
  return "race:_swiftEmptyArrayStorage\n";
}
