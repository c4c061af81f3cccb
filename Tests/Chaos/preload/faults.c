/// What fails, as the file says that another process writes to while this one runs:
///
///     0   in sync   in write   …            counters of what is under way, 64 bytes
///     64  kind  calls  ms  –  after  count  seen  hits  suffix[24]      64 + … bytes each, FAULTS_MAX of them
///
/// The kind is written last and cleared first.
#include "disk.h"
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FAULTS_MAX = 8, SUFFIX_BYTES = 24 };

struct fault {
  _Atomic uint32_t kind;
  uint32_t calls;
  uint32_t milliseconds;
  uint32_t unused;
  int64_t after;  // calls that go well first
  int64_t count;  // calls that fail then; negative: all
  _Atomic int64_t seen;
  _Atomic int64_t hits;
  char suffix[SUFFIX_BYTES];  // of the names it is for; empty: all
};

struct page {
  _Atomic int64_t syncs_running, writes_running, syncs, writes;
  int64_t unused[4];
  struct fault faults[FAULTS_MAX];
};

static struct page *page;

void faults_open(const char *path) {
  int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (file < 0) return;
  void *start = mmap(0, sizeof *page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (start != MAP_FAILED) page = start;
  syscall(SYS_close, file);
}

bool faults_are_on(void) {
  if (!page) return false;
  for (int i = 0; i < FAULTS_MAX; i++)
    if (page->faults[i].kind != FAULT_NONE) return true;
  return false;
}

static bool ends_with(const char *path, const char *suffix) {
  size_t all = strlen(path), end = strnlen(suffix, SUFFIX_BYTES);
  return end <= all && memcmp(path + all - end, suffix, end) == 0;
}

/// Counts the call, and says whether it is one of those that fail.
static bool falls_on(struct fault *fault, unsigned calls, const char *path) {
  if (!(fault->calls & calls) || !ends_with(path, fault->suffix)) return false;
  int64_t turn = atomic_fetch_add(&fault->seen, 1);
  if (turn < fault->after || (fault->count >= 0 && turn - fault->after >= fault->count)) return false;
  atomic_fetch_add(&fault->hits, 1);
  return true;
}

static void wait_milliseconds(uint32_t milliseconds) {
  struct timespec left = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

int faults_meet(unsigned calls, const char *path, size_t *bytes) {
  for (int i = 0; page && i < FAULTS_MAX; i++) {
    struct fault *fault = &page->faults[i];
    uint32_t kind = fault->kind;
    if (kind == FAULT_NONE || (kind == FAULT_SHORT && !bytes) || !falls_on(fault, calls, path)) continue;
    switch (kind) {
    case FAULT_NO_SPACE: return ENOSPC;
    case FAULT_IO: return EIO;
    case FAULT_READ_ONLY: return EROFS;
    case FAULT_SHORT:
      if (bytes && *bytes > 1) *bytes /= 2;
      break;
    case FAULT_LATE: return SYNCED_ALL_THE_SAME;
    case FAULT_SLOW: wait_milliseconds(fault->milliseconds); break;
    default: break;
    }
  }
  return 0;
}

void faults_began(enum fault_call call) {
  if (!page) return;
  atomic_fetch_add(call == CALL_SYNC ? &page->syncs : &page->writes, 1);
  atomic_fetch_add(call == CALL_SYNC ? &page->syncs_running : &page->writes_running, 1);
}

void faults_ended(enum fault_call call) {
  if (page) atomic_fetch_sub(call == CALL_SYNC ? &page->syncs_running : &page->writes_running, 1);
}
