// What Swift's Glibc module does not export: epoll, eventfd and calls that need GNU extensions.
// _GNU_SOURCE must not be defined here, it would declare Glibc's types a second time; it belongs in the .c file.
#ifndef CLINUX_H
#define CLINUX_H

#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <errno.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static const uint32_t CLINUX_EPOLLIN = EPOLLIN;
static const uint32_t CLINUX_EPOLLOUT = EPOLLOUT;
static const uint32_t CLINUX_EPOLLRDHUP = EPOLLRDHUP;
static const uint32_t CLINUX_EPOLLERR = EPOLLERR;
static const uint32_t CLINUX_EPOLLHUP = EPOLLHUP;
static const uint32_t CLINUX_EPOLLEXCLUSIVE = EPOLLEXCLUSIVE;

/// accept4 with SOCK_NONBLOCK | SOCK_CLOEXEC: the new descriptor, or -1 and errno. The peer's address goes into
/// `address`, a sockaddr of so many bytes.
int clinux_accept(int fd, void *address, unsigned length);

/// socket with SOCK_NONBLOCK | SOCK_CLOEXEC: the new descriptor, or -1 and errno.
int clinux_stream_socket(int family);

/// Asks for the memory there, which is read or written soon, and waits for nothing.
static inline void clinux_prefetch(const void *there) { __builtin_prefetch(there, 1); }

/// A system call of six arguments: its result, or −errno. glibc's own send and recv are points where a thread may be
/// cancelled, and guarding that costs more than all else that happens outside the kernel for a frame; nobody cancels
/// threads here.
static inline long clinux_call(long number, long a, long b, long c, long d, long e, long f) {
#if defined(__x86_64__)
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#elif defined(__aarch64__)
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#else
  long result = syscall(number, a, b, c, d, e, f);
  return result < 0 ? -errno : result;
#endif
}

/// send with MSG_NOSIGNAL: how many bytes the kernel took, or −errno.
static inline long clinux_send(int fd, const void *bytes, size_t count) {
  return clinux_call(SYS_sendto, fd, (long)bytes, (long)count, MSG_NOSIGNAL, 0, 0);
}

/// recv: how many bytes came, or −errno.
static inline long clinux_receive(int fd, void *bytes, size_t count) {
  return clinux_call(SYS_recvfrom, fd, (long)bytes, (long)count, 0, 0, 0);
}

/// As many descriptors as pass with one message; the kernel's own limit is 253 (SCM_MAX_FD).
#define CLINUX_PASSED_MAX 128

/// sendmsg with descriptors beside the bytes (SCM_RIGHTS): how many bytes the kernel took, or −errno.
int clinux_send_passing(int fd, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// recvmsg, with room for CLINUX_PASSED_MAX descriptors, which close when another program is begun: how many bytes
/// came, or −errno.
int clinux_receive_passed(int fd, void *bytes, size_t count, int *descriptors, int *descriptor_count);

/// Who is at the other end of a connected Unix socket (SO_PEERCRED): 0, or -1 and errno.
int clinux_peer(int fd, int *process, unsigned *user);

/// One datagram to a Unix socket, "@…" for a name that is no file's: 0, or −errno.
int clinux_tell(const char *path, size_t path_count, const void *bytes, size_t count);

/// TCP_NOTSENT_LOWAT: the socket is writable only while less than so many bytes wait unsent.
void clinux_limit_unsent(int fd, int bytes);

/// Blocks of so many bytes and more get pages of their own, which go back to the system when they are freed. Left to
/// itself, malloc does so only until the first such block is freed, and then leaves holes that nothing fits into.
void clinux_map_large_blocks(int bytes);

/// Names the calling thread, at most 15 bytes, as `top -H` shows it.
void clinux_name_thread(const char *name);

/// The calling thread gets from now on what no other thread of the machine wants of its cores.
void clinux_leave_cores(void);

/// Binds the calling thread to one core: 0, or -1 and errno.
int clinux_pin(int core);

/// How many cores the calling thread may run on.
int clinux_cores(void);

/// Starts a program that ends when the calling thread does, in a process group of its own, bound to `core` unless that
/// is negative, with `output` as its standard output: its number, or -1 and errno.
int clinux_spawn(char *const arguments[], int core, int output);

/// epoll_wait with a limit in nanoseconds; a negative one waits for ever.
int clinux_wait_nanoseconds(int epoll, struct epoll_event *events, int count, int64_t nanoseconds);

#endif
