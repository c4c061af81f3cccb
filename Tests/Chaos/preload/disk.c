/// Stands before the calls of the C library that change files, for a program that is started with LD_PRELOAD; what it
/// promises is in disk.h. Calls that have nothing to do with the root cost one look into a table. Standard input and
/// output of C (`fopen`), `copy_file_range`, `sendfile` and io_uring pass it by: nobody may write under the root so.
#include "disk.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define ALSO(name) __attribute__((visibility("default"), alias(#name)))

enum { DESCRIPTORS_MAX = 1 << 20 };
enum { NOT_OURS, A_FILE, A_FILE_IN_SYNC, A_FOLDER };

/// Open files under the root by their descriptor. The number is compared at each use, since the C library closes
/// some descriptors without a call that could be seen.
static struct {
  _Atomic uint64_t inode;
  _Atomic uint32_t kind;
} table[DESCRIPTORS_MAX];

__attribute__((constructor)) static void begin(void) {
  const char *root = getenv("BAIZE_DISK_ROOT");
  if (!root || disk_has_root()) return;
  const char *shadow = getenv("BAIZE_DISK_SHADOW"), *faults = getenv("BAIZE_DISK_FAULTS");
  if (shadow) shadow_open(shadow);
  if (faults) faults_open(faults);
  disk_set_root(root);
}

static uint32_t kind_of(int descriptor, uint64_t *inode) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS_MAX) return NOT_OURS;
  uint32_t kind = table[descriptor].kind;
  if (kind == NOT_OURS) return NOT_OURS;
  struct stat status;
  if (fstat(descriptor, &status) == 0 && status.st_ino == table[descriptor].inode &&
      (kind == A_FOLDER ? S_ISDIR(status.st_mode) : S_ISREG(status.st_mode))) {
    *inode = status.st_ino;
    return kind;
  }
  table[descriptor].kind = NOT_OURS;
  return NOT_OURS;
}

// MARK: - Names

/// The path that is meant, with its folder resolved; false when it is not under the root.
static bool meant(int folder, const char *path, char whole[PATH_BYTES_MAX]) {
  char parent[PATH_BYTES_MAX], given[PATH_BYTES_MAX * 2], relative[PATH_BYTES_MAX];
  int before = errno;
  if (!disk_has_root()) return false;
  if (path[0] == '/') snprintf(given, sizeof given, "%s", path);
  else if (folder != AT_FDCWD && disk_path_of(folder, parent)) snprintf(given, sizeof given, "%s/%s", parent, path);
  else if (folder == AT_FDCWD && getcwd(parent, sizeof parent)) snprintf(given, sizeof given, "%s/%s", parent, path);
  else return false;
  for (size_t end = strlen(given); end > 1 && given[end - 1] == '/';) given[--end] = 0;
  char *slash = strrchr(given, '/');
  char name[NAME_MAX + 1];
  snprintf(name, sizeof name, "%s", slash + 1);
  *slash = 0;
  bool found = realpath(given[0] ? given : "/", parent) && strlen(parent) + strlen(name) + 2 < PATH_BYTES_MAX;
  errno = before;
  if (!found) return false;
  memcpy(given, parent, strlen(parent) + 1);
  snprintf(whole, PATH_BYTES_MAX, "%.*s/%.*s", PATH_BYTES_MAX - NAME_MAX - 2, given, NAME_MAX, name);
  return disk_is_inside(whole, relative);
}

static bool refused(unsigned calls, const char *path, size_t *bytes) {
  int error = faults_meet(calls, path, bytes);
  if (error) errno = error;
  return error != 0;
}

static void remember(int descriptor, int flags) {
  char path[PATH_BYTES_MAX], relative[PATH_BYTES_MAX];
  struct stat status;
  int before = errno;
  if (descriptor >= 0 && descriptor < DESCRIPTORS_MAX && disk_has_root()) {
    uint32_t kind = NOT_OURS;
    if (fstat(descriptor, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) &&
        disk_path_of(descriptor, path) && disk_is_inside(path, relative)) {
      kind = S_ISDIR(status.st_mode) ? A_FOLDER : flags & O_DSYNC ? A_FILE_IN_SYNC : A_FILE;
      table[descriptor].inode = status.st_ino;
    }
    table[descriptor].kind = kind;
  }
  errno = before;
}

static int open_watched(int folder, const char *path, int flags, mode_t mode) {
  char whole[PATH_BYTES_MAX];
  struct stat status, made;
  bool changes = (flags & (O_CREAT | O_TRUNC)) != 0, writes = (flags & O_ACCMODE) != O_RDONLY;
  if (!(changes || (writes && faults_are_on())) || !meant(folder, path, whole)) {
    int descriptor = syscall(SYS_openat, folder, path, flags, mode);
    remember(descriptor, flags);
    return descriptor;
  }
  bool was = stat(whole, &status) == 0;
  if (refused(was ? (writes ? CALL_NAME : 0) : CALL_NAME | CALL_GROW, whole, 0)) return -1;
  shadow_lock();
  was = stat(whole, &status) == 0;
  int descriptor = syscall(SYS_openat, folder, path, flags, mode);
  if (descriptor >= 0 && fstat(descriptor, &made) == 0) {
    if (!was || made.st_ino != status.st_ino) shadow_created(made.st_ino);
    else if (flags & O_TRUNC) shadow_cut(made.st_ino, 0);
  }
  remember(descriptor, flags);
  shadow_unlock();
  return descriptor;
}

#define MODE_OF(flags)                                            \
  mode_t mode = 0;                                                \
  if ((flags) & O_CREAT || ((flags) & O_TMPFILE) == O_TMPFILE) {  \
    va_list more;                                                 \
    va_start(more, flags);                                        \
    mode = va_arg(more, int);                                     \
    va_end(more);                                                 \
  }

EXPORT int open(const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_watched(AT_FDCWD, path, flags, mode);
}
ALSO(open) int open64(const char *path, int flags, ...);

EXPORT int openat(int folder, const char *path, int flags, ...) {
  MODE_OF(flags)
  return open_watched(folder, path, flags, mode);
}
ALSO(openat) int openat64(int folder, const char *path, int flags, ...);

EXPORT int __open_2(const char *path, int flags) { return open_watched(AT_FDCWD, path, flags, 0); }
ALSO(__open_2) int __open64_2(const char *path, int flags);
EXPORT int __openat_2(int folder, const char *path, int flags) { return open_watched(folder, path, flags, 0); }
ALSO(__openat_2) int __openat64_2(int folder, const char *path, int flags);

EXPORT int creat(const char *path, mode_t mode) {
  return open_watched(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}
ALSO(creat) int creat64(const char *path, mode_t mode);

EXPORT int close(int descriptor) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS_MAX) table[descriptor].kind = NOT_OURS;
  return syscall(SYS_close, descriptor);
}

/// Names change at once for everybody; that they last is decided when the folder is synced.
#define NAMING(folder, path, grows, call)                                                      \
  char whole[PATH_BYTES_MAX];                                                                  \
  if (!meant(folder, path, whole)) return call;                                                \
  if (refused(CALL_NAME | ((grows) ? CALL_GROW : 0), whole, 0)) return -1;                     \
  shadow_lock();                                                                               \
  int result = call, error = errno;                                                            \
  shadow_unlock();                                                                             \
  errno = error;                                                                               \
  return result;

EXPORT int renameat2(int from, const char *path, int to, const char *new_path, unsigned flags) {
  NAMING(to, new_path, false, (int)syscall(SYS_renameat2, from, path, to, new_path, flags))
}
EXPORT int renameat(int from, const char *path, int to, const char *new_path) {
  return renameat2(from, path, to, new_path, 0);
}
EXPORT int rename(const char *path, const char *new_path) {
  return renameat2(AT_FDCWD, path, AT_FDCWD, new_path, 0);
}
EXPORT int linkat(int from, const char *path, int to, const char *new_path, int flags) {
  NAMING(to, new_path, true, (int)syscall(SYS_linkat, from, path, to, new_path, flags))
}
EXPORT int link(const char *path, const char *new_path) { return linkat(AT_FDCWD, path, AT_FDCWD, new_path, 0); }
EXPORT int unlinkat(int folder, const char *path, int flags) {
  NAMING(folder, path, false, (int)syscall(SYS_unlinkat, folder, path, flags))
}
EXPORT int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
EXPORT int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
EXPORT int mkdirat(int folder, const char *path, mode_t mode) {
  NAMING(folder, path, true, (int)syscall(SYS_mkdirat, folder, path, mode))
}
EXPORT int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

// MARK: - Contents

/// - Parameter offset: where, or −1 for where the file stands.
static ssize_t plain_write(int descriptor, const struct iovec *pieces, int count, int64_t offset) {
  if (count == 1 && offset < 0) return syscall(SYS_write, descriptor, pieces->iov_base, pieces->iov_len);
  if (count == 1) return syscall(SYS_pwrite64, descriptor, pieces->iov_base, pieces->iov_len, offset);
  return offset < 0 ? syscall(SYS_writev, descriptor, pieces, count)
                    : syscall(SYS_pwritev, descriptor, pieces, count, offset, 0L);
}

static size_t total(const struct iovec *pieces, int count) {
  size_t bytes = 0;
  for (int i = 0; i < count; i++) bytes += pieces[i].iov_len;
  return bytes;
}

static bool write_refused(int descriptor, int64_t offset, size_t *bytes) {
  char path[PATH_BYTES_MAX] = "";
  struct stat status;
  if (!faults_are_on()) return false;
  disk_path_of(descriptor, path);
  bool appends = fcntl(descriptor, F_GETFL) & O_APPEND;
  if (offset < 0 && !appends) offset = lseek(descriptor, 0, SEEK_CUR);
  bool grows = appends || (fstat(descriptor, &status) == 0 && offset + (int64_t)*bytes > status.st_size);
  return refused(CALL_WRITE | (grows ? CALL_GROW : 0), path, bytes);
}

static ssize_t write_watched(int descriptor, const struct iovec *pieces, int count, int64_t offset) {
  uint64_t inode;
  uint32_t kind = kind_of(descriptor, &inode);
  if (kind == NOT_OURS) return plain_write(descriptor, pieces, count, offset);
  size_t bytes = total(pieces, count), allowed = bytes;
  faults_began(CALL_WRITE);
  if (write_refused(descriptor, offset, &allowed)) {
    faults_ended(CALL_WRITE);
    return -1;
  }
  struct iovec first = {pieces->iov_base, pieces->iov_len < allowed ? pieces->iov_len : allowed};
  // What is not written whole is written from its first piece only: callers must bear that.
  if (allowed < bytes || count > 64) (pieces = &first, count = 1);
  shadow_lock();
  ssize_t result = plain_write(descriptor, pieces, count, offset);
  int error = errno;
  if (result > 0) {
    bool appends = fcntl(descriptor, F_GETFL) & O_APPEND;
    struct stat status;
    int64_t at = offset;
    if (offset < 0) at = lseek(descriptor, 0, SEEK_CUR) - result;
    else if (appends && fstat(descriptor, &status) == 0) at = status.st_size - result;  // as Linux has it
    shadow_wrote(inode, at, pieces, count, result);
    if (kind == A_FILE_IN_SYNC) shadow_sync(inode, descriptor);
  }
  shadow_unlock();
  faults_ended(CALL_WRITE);
  errno = error;
  return result;
}

EXPORT ssize_t write(int descriptor, const void *start, size_t bytes) {
  return write_watched(descriptor, &(struct iovec){(void *)start, bytes}, 1, -1);
}
EXPORT ssize_t pwrite(int descriptor, const void *start, size_t bytes, off_t offset) {
  return write_watched(descriptor, &(struct iovec){(void *)start, bytes}, 1, offset);
}
ALSO(pwrite) ssize_t pwrite64(int descriptor, const void *start, size_t bytes, off64_t offset);
EXPORT ssize_t writev(int descriptor, const struct iovec *pieces, int count) {
  return count > 0 ? write_watched(descriptor, pieces, count, -1) : plain_write(descriptor, pieces, count, -1);
}
EXPORT ssize_t pwritev(int descriptor, const struct iovec *pieces, int count, off_t offset) {
  return count > 0 ? write_watched(descriptor, pieces, count, offset) : 0;
}
ALSO(pwritev) ssize_t pwritev64(int descriptor, const struct iovec *pieces, int count, off64_t offset);
/// Flags are hints about speed, but for one that asks for a sync.
EXPORT ssize_t pwritev2(int descriptor, const struct iovec *pieces, int count, off_t offset, int flags) {
  ssize_t result = count > 0 ? write_watched(descriptor, pieces, count, offset) : 0;
  return result < 0 || !(flags & (RWF_SYNC | RWF_DSYNC)) || fdatasync(descriptor) == 0 ? result : -1;
}
ALSO(pwritev2) ssize_t pwritev64v2(int descriptor, const struct iovec *pieces, int count, off64_t offset, int flags);

EXPORT int ftruncate(int descriptor, off_t size) {
  uint64_t inode;
  char path[PATH_BYTES_MAX] = "";
  struct stat status;
  if (kind_of(descriptor, &inode) == NOT_OURS) return syscall(SYS_ftruncate, descriptor, size);
  if (faults_are_on()) {
    disk_path_of(descriptor, path);
    bool grows = fstat(descriptor, &status) == 0 && size > status.st_size;
    if (refused(CALL_WRITE | (grows ? CALL_GROW : 0), path, 0)) return -1;
  }
  shadow_lock();
  int result = syscall(SYS_ftruncate, descriptor, size), error = errno;
  if (result == 0) shadow_cut(inode, size);
  shadow_unlock();
  errno = error;
  return result;
}
ALSO(ftruncate) int ftruncate64(int descriptor, off64_t size);

/// Only to make room: what it does to content beyond the size would have to be known to the shadow.
EXPORT int fallocate(int descriptor, int mode, off_t offset, off_t bytes) {
  uint64_t inode;
  struct stat status;
  if (kind_of(descriptor, &inode) == NOT_OURS) return syscall(SYS_fallocate, descriptor, mode, offset, bytes);
  if (mode == 0 && fstat(descriptor, &status) == 0 && offset + bytes > status.st_size)
    return ftruncate(descriptor, offset + bytes);
  if (mode == 0) return 0;
  errno = EOPNOTSUPP;
  return -1;
}
ALSO(fallocate) int fallocate64(int descriptor, int mode, off64_t offset, off64_t bytes);
EXPORT int posix_fallocate(int descriptor, off_t offset, off_t bytes) {
  return fallocate(descriptor, 0, offset, bytes) == 0 ? 0 : errno;
}
ALSO(posix_fallocate) int posix_fallocate64(int descriptor, off64_t offset, off64_t bytes);

EXPORT void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  uint64_t inode;
  if (flags & MAP_SHARED && protection & PROT_WRITE && kind_of(descriptor, &inode) != NOT_OURS)
    dprintf(2, "disk: a file is written through memory, which the shadow does not see\n");
  return (void *)syscall(SYS_mmap, address, bytes, protection, flags, descriptor, offset);
}
ALSO(mmap) void *mmap64(void *address, size_t bytes, int protection, int flags, int descriptor, off64_t offset);

// MARK: - Syncs

static int sync_watched(int descriptor, long call) {
  uint64_t inode;
  char path[PATH_BYTES_MAX] = "";
  uint32_t kind = kind_of(descriptor, &inode);
  if (kind == NOT_OURS) return syscall(call, descriptor);
  faults_began(CALL_SYNC);
  if (faults_are_on()) {
    disk_path_of(descriptor, path);
    if (refused(CALL_SYNC, path, 0)) {
      int error = errno;
      shadow_lock();
      if (error == SYNCED_ALL_THE_SAME) shadow_sync(inode, descriptor);
      else if (kind != A_FOLDER) shadow_sync_failed(inode);
      shadow_unlock();
      faults_ended(CALL_SYNC);
      errno = error == SYNCED_ALL_THE_SAME ? EIO : error;
      return -1;
    }
  }
  // What is written while the sync runs need not be part of it; what was written before must be.
  shadow_lock();
  if (kind == A_FOLDER) shadow_sync_folder(descriptor);
  else shadow_sync(inode, descriptor);
  shadow_unlock();
  int result = syscall(call, descriptor), error = errno;
  faults_ended(CALL_SYNC);
  errno = error;
  return result;
}

EXPORT int fsync(int descriptor) { return sync_watched(descriptor, SYS_fsync); }
EXPORT int fdatasync(int descriptor) { return sync_watched(descriptor, SYS_fdatasync); }
