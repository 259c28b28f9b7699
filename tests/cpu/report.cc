// report.cc - complaints: one sentence on stderr, then exit 86.
#include "runtime.h"
#include <cstdarg>
#include <csignal>
#include <cstring>
#include <map>
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

// The lines of the innermost functions that do not belong to the headers here, whose
// folder the compile driver calls cuda_on_cpu.
static void look_up(const std::vector<const void *> &pcs,
                    std::map<const void *, std::string> &lines)
{
    char line[1024];
    std::string command = text("addr2line -a -i -e /proc/%d/exe", (int)getpid());
    for (const void *pc : pcs)
        command += text(" %#llx", (u64)pc - 1ull);

    // The answer has a line for the address, then one for each function around it.
    FILE *answer = popen((command + " 2>/dev/null").c_str(), "r");
    size_t known = 0;
    while (answer && fgets(line, sizeof line, answer) && known <= pcs.size()) {
        line[strcspn(line, " \n")] = 0;
        if (strncmp(line, "0x", 2) == 0)
            known++;
        else if (known && lines[pcs[known - 1]] == "?" && !strstr(line, "cuda_on_cpu"))
            lines[pcs[known - 1]] = base_name(line);
    }
    if (answer)
        pclose(answer);
}

std::vector<std::string> source_lines(const std::vector<const void *> &pcs)
{
    static std::map<const void *, std::string> lines;
    std::vector<const void *> unknown;
    for (const void *pc : pcs)
        if (lines.emplace(pc, "?").second)
            unknown.push_back(pc);
    if (!unknown.empty())
        look_up(unknown, lines);
    std::vector<std::string> result;
    for (const void *pc : pcs)
        result.push_back(lines[pc]);
    return result;
}

std::string source_line(const void *pc)
{
    return source_lines({pc})[0];
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

static u64 faulting_instruction(const ucontext_t *context)
{
#if defined __x86_64__
    return context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return context->uc_mcontext.pc;
#else
    return (void)context, 0;
#endif
}

static void on_fault(int number, siginfo_t *info, void *context)
{
    const u64 pc = faulting_instruction((ucontext_t *)context);
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
