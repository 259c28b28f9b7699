/* apart.c -- an action on an expression in a process of its own. */
#include "apart.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void act(Action *action, const Scope *s, const char *text)
{
    DiagCatch c;
    volatile int failed = 1;
    if (!DIAG_CATCH(&c)) {
        action(s, text);
        failed = 0;
    }
    diag_pop(&c);
    fflush(stdout);
    _exit(failed);
}

int run_apart(Action *action, const Scope *s, const char *text, FILE *out, FILE *err)
{
    int status = -1;
    fflush(stdout);
    diag_stream(NULL);         /* what waits to be printed is not the child's */
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        if ((out && dup2(fileno(out), STDOUT_FILENO) < 0)
            || (err && dup2(fileno(err), STDERR_FILENO) < 0))
            _exit(1);
        act(action, s, text);
    }
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return pid > 0 ? status : -1;
}
