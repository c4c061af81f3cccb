/// A disk that can lose power and fail, for one program: a library that is preloaded and watches one folder.
///
///     BAIZE_DISK_ROOT     the folder; without it, nothing is done
///     BAIZE_DISK_SHADOW   what would be on the disk if power were lost now (shadow.c); may be left out
///     BAIZE_DISK_FAULTS   a file that says what fails from now on (faults.c); may be left out
///
/// disk.c stands before the C library's calls, disk.py makes the folders and reads what is left of them.
#define _GNU_SOURCE 1
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

enum { PATH_BYTES_MAX = 4096 };

// shadow.c

/// What lies under the root is of interest; `relative` gets its path below it, empty for the root itself.
bool disk_is_inside(const char *path, char relative[PATH_BYTES_MAX]);
/// The path of an open file now; false when it has none any more.
bool disk_path_of(int descriptor, char path[PATH_BYTES_MAX]);
void disk_set_root(const char *root);
bool disk_has_root(void);

void shadow_open(const char *folder);
/// Between these two, no other thread or process changes names, contents or the shadow.
void shadow_lock(void);
void shadow_unlock(void);
void shadow_created(uint64_t inode);
void shadow_wrote(uint64_t inode, int64_t offset, const struct iovec *pieces, int count, int64_t bytes);
void shadow_cut(uint64_t inode, int64_t size);
/// What was written to this file lasts, and its name, if it had none that does.
void shadow_sync(uint64_t inode, int descriptor);
/// The names in a folder last as they are.
void shadow_sync_folder(int descriptor);
/// A sync that failed: what it should have kept is in memory, and no later sync will write it.
void shadow_sync_failed(uint64_t inode);

// faults.c

enum fault_kind { FAULT_NONE, FAULT_NO_SPACE, FAULT_IO, FAULT_READ_ONLY, FAULT_SHORT, FAULT_SLOW, FAULT_LATE };
/// On which calls a fault falls.
enum fault_call { CALL_WRITE = 1, CALL_GROW = 2, CALL_SYNC = 4, CALL_NAME = 8 };

void faults_open(const char *path);
bool faults_are_on(void);
/// The fault of a sync that fails though everything is on the disk; the program gets EIO.
enum { SYNCED_ALL_THE_SAME = EREMOTEIO };
/// The fault for this call: an error number, or 0 for none; `bytes`, if given, may be made less.
int faults_meet(unsigned calls, const char *path, size_t *bytes);
/// These count the calls under way, so that a test that kills the program knows in which calls it died.
void faults_began(enum fault_call call);
void faults_ended(enum fault_call call);
