#define _GNU_SOURCE 1
#include "CLinux.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

int clinux_pin(int core) {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  return sched_setaffinity(0, sizeof cores, &cores);
}

int clinux_cores(void) {
  cpu_set_t cores;
  return sched_getaffinity(0, sizeof cores, &cores) == 0 ? CPU_COUNT(&cores) : 1;
}

int clinux_spawn(char *const arguments[], int core, int output) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) return child;
  // Our end is its end, however we end; it may have come before this line.
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (getppid() != parent) _exit(127);
  // A group of its own: Ctrl-C is for us, and we end what we started.
  setpgid(0, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, 0);
  if (core >= 0) clinux_pin(core);
  if (dup2(output, 1) < 0) _exit(127);
  execvp(arguments[0], arguments);
  _exit(127);
}

int clinux_wait_nanoseconds(int epoll, struct epoll_event *events, int count, int64_t nanoseconds) {
  struct timespec limit = {nanoseconds / 1000000000, nanoseconds % 1000000000};
  int ready = epoll_pwait2(epoll, events, count, nanoseconds < 0 ? 0 : &limit, 0);
  if (ready >= 0 || errno != ENOSYS) return ready;
  // Before Linux 5.11.
  return epoll_wait(epoll, events, count, nanoseconds < 0 ? -1 : (int)((nanoseconds + 999999) / 1000000));
}
