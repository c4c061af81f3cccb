// What Swift's Glibc module does not export: epoll, eventfd and calls that need GNU extensions.
// _GNU_SOURCE must not be defined here, it would declare Glibc's types a second time; it belongs in the .c file.
#ifndef CLINUX_H
#define CLINUX_H

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

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

/// TCP_NOTSENT_LOWAT: the socket is writable only while less than so many bytes wait unsent.
void clinux_limit_unsent(int fd, int bytes);

/// Names the calling thread, at most 15 bytes, as `top -H` shows it.
void clinux_name_thread(const char *name);

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
