/* SPDX-License-Identifier: Apache-2.0 */
#include "frame/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static volatile sig_atomic_t interrupted;

static void interrupt(int number) {
  (void)number;
  interrupted = 1;
}

/* The signal is blocked but for the time in which child_read() waits, so it cannot slip past. */
void child_catch_interrupts(void) {
  struct sigaction action = {.sa_handler = interrupt};
  sigset_t set;
  sigemptyset(&action.sa_mask);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigprocmask(SIG_BLOCK, &set, NULL);
  sigaction(SIGINT, &action, NULL);
}

bool child_interrupted(void) { return interrupted != 0; }

bool child_start(child_process *child, child_function function, const void *user, char *why,
                 size_t why_size) {
  int ends[2];
  fflush(NULL);
  if (pipe(ends) != 0) {
    snprintf(why, why_size, "cannot make a pipe: %s", strerror(errno));
    return false;
  }
  pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    /* Programs that a driver runs must not keep the parent waiting. */
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    /* An interrupt is the parent's business, which ends this process. */
    signal(SIGINT, SIG_IGN);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    function(user, ends[1]);
    exit(EXIT_SUCCESS);
  }
  close(ends[1]);
  if (pid < 0) {
    snprintf(why, why_size, "cannot start a process: %s", strerror(errno));
    close(ends[0]);
    return false;
  }
  child->pid = pid;
  child->pipe = ends[0];
  return true;
}

bool child_write(int pipe, const void *from, size_t size) {
  const char *at = from;
  while (size > 0) {
    ssize_t written = write(pipe, at, size);
    if (written < 0 && errno != EINTR) {
      return false;
    }
    at += written > 0 ? written : 0;
    size -= written > 0 ? (size_t)written : 0;
  }
  return true;
}

/* Waits until there is something to read, or the end; false at an interrupt. */
static bool wait_readable(int pipe) {
  sigset_t open;
  fd_set set;
  int ready;
  sigprocmask(SIG_BLOCK, NULL, &open);
  sigdelset(&open, SIGINT);
  do {
    FD_ZERO(&set);
    FD_SET(pipe, &set);
    ready = pselect(pipe + 1, &set, NULL, NULL, NULL, &open);
  } while (ready < 0 && errno == EINTR && !interrupted);
  return ready > 0;
}

bool child_read(const child_process *child, void *to, size_t size) {
  char *at = to;
  while (size > 0) {
    if (!wait_readable(child->pipe)) {
      return false;
    }
    ssize_t got = read(child->pipe, at, size);
    if (got == 0 || (got < 0 && errno != EINTR)) {
      return false;
    }
    at += got > 0 ? got : 0;
    size -= got > 0 ? (size_t)got : 0;
  }
  return true;
}

void child_wait(child_process *child, char *how, size_t how_size) {
  int status = 0;
  close(child->pipe);
  while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
  }
  child->pid = 0;
  if (WIFSIGNALED(status)) {
    snprintf(how, how_size, "its process was ended by signal %d (%s)", WTERMSIG(status),
             strsignal(WTERMSIG(status)));
  } else {
    snprintf(how, how_size, "its process ended with status %d", WEXITSTATUS(status));
  }
}

void child_kill(const child_process *child) { kill(child->pid, SIGKILL); }
