/// What would be on the disk if power were lost now:
///
///     SHADOW/tree/…              names that last, each a hard link to
///     SHADOW/files/INODE         what lasts of the content of the file with this number under the root
///     SHADOW/pending/INODE       what was written to it since its last sync: records, in the order of writing
///     SHADOW/pending/INODE.sync  the same while a sync takes it over
///
/// A record is `offset`, `bytes`, then so many bytes; or a new size and −1. A last record that is not whole was never
/// written. Invariant: whenever the program is killed, these folders and disk.py make a state of the disk.
#include "disk.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { COPY_BYTES = 65536, PIECES_MAX = 64 };

struct record {
  int64_t offset, bytes;  // bytes is −1: the file is cut to `offset`
};

static char root[PATH_BYTES_MAX];
static int shadow = -1, lock_file = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

// The C library's own names of these calls are ours.
static int open_at(int folder, const char *path, int flags) {
  return syscall(SYS_openat, folder, path, flags | O_CLOEXEC, 0600);
}
static void close_(int file) { syscall(SYS_close, file); }
static int unlink_at(int folder, const char *path) { return syscall(SYS_unlinkat, folder, path, 0); }
static int rename_at(const char *from, const char *to) { return syscall(SYS_renameat2, shadow, from, shadow, to, 0); }
static int link_at(const char *from, const char *to) { return syscall(SYS_linkat, shadow, from, shadow, to, 0); }
static int make_folder(const char *path) { return syscall(SYS_mkdirat, shadow, path, 0700); }

static void fail(const char *what) {
  // A shadow that is not right would make every finding wrong.
  dprintf(2, "disk: %s: %s\n", what, strerror(errno));
  abort();
}

void disk_set_root(const char *path) {
  if (!realpath(path, root)) root[0] = 0;
}

bool disk_has_root(void) { return root[0] != 0; }

bool disk_is_inside(const char *path, char relative[PATH_BYTES_MAX]) {
  size_t length = strlen(root);
  if (length == 0 || strncmp(path, root, length) != 0 || (path[length] != 0 && path[length] != '/')) return false;
  // SQLite makes the index of the log anew after every crash.
  size_t all = strlen(path);
  if (all > 4 && strcmp(path + all - 4, "-shm") == 0) return false;
  snprintf(relative, PATH_BYTES_MAX, "%s", path + length + (path[length] == '/'));
  return true;
}

bool disk_path_of(int descriptor, char path[PATH_BYTES_MAX]) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, PATH_BYTES_MAX - 1);
  if (length <= 0 || path[0] != '/') return false;
  path[length] = 0;
  const char gone[] = " (deleted)";
  return length < (ssize_t)sizeof gone || strcmp(path + length - sizeof gone + 1, gone) != 0;
}

void shadow_open(const char *folder) {
  shadow = open_at(AT_FDCWD, folder, O_RDONLY | O_DIRECTORY);
  if (shadow < 0) fail(folder);
  lock_file = open_at(shadow, "lock", O_RDWR | O_CREAT);
  if (lock_file < 0) fail("lock");
}

void shadow_lock(void) {
  pthread_mutex_lock(&mutex);
  if (lock_file >= 0) flock(lock_file, LOCK_EX);
}

void shadow_unlock(void) {
  if (lock_file >= 0) flock(lock_file, LOCK_UN);
  pthread_mutex_unlock(&mutex);
}

static void name_of(char path[64], const char *kind, uint64_t inode, const char *suffix) {
  snprintf(path, 64, "%s/%llu%s", kind, (unsigned long long)inode, suffix);
}

void shadow_created(uint64_t inode) {
  if (shadow < 0) return;
  char path[64];
  // The number may have been that of a file that is gone, but whose name still lasts.
  name_of(path, "pending", inode, "");
  unlink_at(shadow, path);
  name_of(path, "files", inode, "");
  unlink_at(shadow, path);
  int file = open_at(shadow, path, O_WRONLY | O_CREAT | O_EXCL);
  if (file < 0) fail(path);
  close_(file);
}

void shadow_wrote(uint64_t inode, int64_t offset, const struct iovec *pieces, int count, int64_t bytes) {
  if (shadow < 0) return;
  char path[64];
  name_of(path, "pending", inode, "");
  int file = open_at(shadow, path, O_WRONLY | O_CREAT | O_APPEND);
  if (file < 0) fail(path);
  struct record record = {offset, bytes};
  struct iovec all[PIECES_MAX + 1] = {{&record, sizeof record}};
  int used = 1;
  for (int64_t left = bytes, i = 0; left > 0 && i < count && used <= PIECES_MAX; i++, used++) {
    all[used] = pieces[i];
    if ((int64_t)all[used].iov_len > left) all[used].iov_len = left;
    left -= all[used].iov_len;
  }
  if (syscall(SYS_writev, file, all, used) != (int64_t)sizeof record + bytes) fail("a pending write");
  close_(file);
}

void shadow_cut(uint64_t inode, int64_t size) {
  struct iovec none = {0, 0};
  if (shadow < 0) return;
  char path[64];
  name_of(path, "pending", inode, "");
  int file = open_at(shadow, path, O_WRONLY | O_CREAT | O_APPEND);
  struct record record = {size, -1};
  none = (struct iovec){&record, sizeof record};
  if (file < 0 || syscall(SYS_writev, file, &none, 1) != sizeof record) fail(path);
  close_(file);
}

static void copy(int from, int to, int64_t offset, int64_t bytes) {
  static char space[COPY_BYTES];  // under the lock
  while (bytes > 0) {
    ssize_t got = read(from, space, bytes < COPY_BYTES ? bytes : COPY_BYTES);
    if (got <= 0 || syscall(SYS_pwrite64, to, space, got, offset) != got) fail("a copy");
    offset += got;
    bytes -= got;
  }
}

/// What a sync took over becomes content.
static void settle(uint64_t inode) {
  char log_path[64], path[64];
  name_of(log_path, "pending", inode, ".sync");
  int log = open_at(shadow, log_path, O_RDONLY);
  if (log < 0) return;
  name_of(path, "files", inode, "");
  int file = open_at(shadow, path, O_WRONLY | O_CREAT);
  if (file < 0) fail(path);
  struct record record;
  while (read(log, &record, sizeof record) == sizeof record) {
    if (record.bytes >= 0) copy(log, file, record.offset, record.bytes);
    else if (syscall(SYS_ftruncate, file, record.offset) != 0) fail("a cut");
  }
  close_(file);
  close_(log);
  unlink_at(shadow, log_path);
}

static void make_parents(char *path) {
  for (char *slash = strchr(path + sizeof "tree/" - 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    make_folder(path);
    *slash = '/';
  }
}

/// The name lasts as that of this file, whatever it was the name of before.
static void keep_name(const char *relative, uint64_t inode) {
  char file[64], name[PATH_BYTES_MAX + 8];
  struct stat now, before;
  name_of(file, "files", inode, "");
  if (fstatat(shadow, file, &now, 0) != 0) return;  // was there before anybody watched, and is no file of ours
  snprintf(name, sizeof name, "tree/%s", relative);
  if (fstatat(shadow, name, &before, AT_SYMLINK_NOFOLLOW) == 0 && before.st_ino == now.st_ino) return;
  make_parents(name);
  unlink_at(shadow, "new");
  if (link_at(file, "new") != 0 || rename_at("new", name) != 0) fail(name);
}

void shadow_sync(uint64_t inode, int descriptor) {
  if (shadow < 0) return;
  char log[64], taken[64], file[64], path[PATH_BYTES_MAX], relative[PATH_BYTES_MAX];
  name_of(log, "pending", inode, "");
  name_of(taken, "pending", inode, ".sync");
  rename_at(log, taken);
  settle(inode);
  struct stat status;
  name_of(file, "files", inode, "");
  if (fstatat(shadow, file, &status, 0) != 0 || status.st_nlink > 1) return;
  if (disk_path_of(descriptor, path) && disk_is_inside(path, relative)) keep_name(relative, inode);
}

void shadow_sync_failed(uint64_t inode) {
  if (shadow < 0) return;
  char log[64];
  name_of(log, "pending", inode, "");
  unlink_at(shadow, log);
}

/// Names that are gone from the folder are gone for good.
static void drop_names(const char *real, const char *relative) {
  char path[PATH_BYTES_MAX + 8];
  snprintf(path, sizeof path, "tree/%s", relative);
  int folder = open_at(shadow, path, O_RDONLY | O_DIRECTORY);
  DIR *names = folder < 0 ? 0 : fdopendir(folder);
  for (struct dirent *each; names && (each = readdir(names));) {
    char there[PATH_BYTES_MAX * 2];
    struct stat status;
    if (!strcmp(each->d_name, ".") || !strcmp(each->d_name, "..")) continue;
    snprintf(there, sizeof there, "%s/%s", real, each->d_name);
    if (lstat(there, &status) == 0) continue;
    if (unlink_at(folder, each->d_name) != 0) syscall(SYS_unlinkat, folder, each->d_name, AT_REMOVEDIR);
  }
  if (names) closedir(names);
}

void shadow_sync_folder(int descriptor) {
  char real[PATH_BYTES_MAX], relative[PATH_BYTES_MAX], path[PATH_BYTES_MAX * 2];
  if (shadow < 0 || !disk_path_of(descriptor, real) || !disk_is_inside(real, relative)) return;
  snprintf(path, sizeof path, "tree/%s/", relative);
  if (relative[0]) make_parents(path);
  DIR *names = opendir(real);
  for (struct dirent *each; names && (each = readdir(names));) {
    char there[PATH_BYTES_MAX * 2], below[PATH_BYTES_MAX];
    struct stat status;
    if (!strcmp(each->d_name, ".") || !strcmp(each->d_name, "..")) continue;
    snprintf(there, sizeof there, "%s/%s", real, each->d_name);
    if (!disk_is_inside(there, below) || lstat(there, &status) != 0) continue;
    if (S_ISREG(status.st_mode)) keep_name(below, status.st_ino);
    if (!S_ISDIR(status.st_mode)) continue;
    snprintf(path, sizeof path, "tree/%s/", below);
    make_parents(path);
  }
  if (names) closedir(names);
  drop_names(real, relative);
}
