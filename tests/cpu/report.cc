// report.cc - complaints: one sentence on stderr, then exit 86.
#include "runtime.h"
#include <cstdarg>
#include <csignal>
#include <cstring>
#include <ucontext.h>
#include <unistd.h>

namespace cuda_cpu {
std::string text(const char *format, ...)
{
    char buffer[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof buffer, format, arguments);
    va_end(arguments);
    return buffer;
}

static std::string base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

std::string source_line(Place at)
{
    return base_name(at.file) + ":" + std::to_string(at.line);
}

// The line of the innermost function that does not belong to the headers here, whose
// folder the compile driver calls cuda_on_cpu.
std::string source_line(const void *pc)
{
    char program[512], line[1024];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length < 0 ? 0 : length] = 0;
    const std::string command =
        text("addr2line -i -e '%s' %#llx 2>/dev/null", program, (u64)pc - 1ull);

    std::string found = "?";
    FILE *answer = popen(command.c_str(), "r");
    while (answer && fgets(line, sizeof line, answer)) {
        line[strcspn(line, " \n")] = 0;
        if (found == "?" && !strstr(line, "cuda_on_cpu"))
            found = base_name(line);
    }
    if (answer)
        pclose(answer);
    return found;
}

std::string name_thread(u32 block, u32 thread)
{
    return text("thread %u of block %u", thread, block);
}

std::string name_thread(const Fiber *fiber)
{
    return name_thread(fiber->block->number, fiber->number);
}

void fail(const std::string &where, const std::string &sentence)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s", where.c_str(), sentence.c_str());
    if (in_kernel)
        fprintf(stderr, " (kernel %s, seed %llu)", kernel.name,
                (unsigned long long)options.seed);
    fprintf(stderr, "\n");
    _exit(86);
}

/* ---- signals ---- */

static std::string running_thread()
{
    return in_kernel && current ? name_thread(current) : "the host program";
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    const greg_t pc = ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    const std::string who = running_thread(), where = source_line((void *)(pc + 1));
    if (number == SIGFPE)
        fail(where, "integer division by zero, or its overflow, by " + who);
    if (in_kernel && on_any_stack(info->si_addr))
        fail(where, "stack overflow of " + who + ": a larger EMU_STACK may help");
    fail(where, text("invalid address %p touched by ", info->si_addr) + who);
}

// A loop that waits for a plain variable never enters the runtime.
static void on_alarm(int)
{
    fail("timeout", text("%u seconds are over and ", options.timeout) + running_thread() +
                        " is running: does it wait for a plain, non-volatile variable?");
}

void catch_signals()
{
    static char stack[64 << 10];
    stack_t alternative = {};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, nullptr);

    struct sigaction action = {};
    action.sa_flags = SA_ONSTACK | SA_SIGINFO;
    action.sa_sigaction = on_fault;
    for (int number : {SIGFPE, SIGSEGV, SIGBUS})
        sigaction(number, &action, nullptr);

    action.sa_flags = SA_ONSTACK;
    action.sa_handler = on_alarm;
    sigaction(SIGALRM, &action, nullptr);
}

void watch_time(bool on)
{
    alarm(on ? options.timeout : 0);
}
} // namespace cuda_cpu
