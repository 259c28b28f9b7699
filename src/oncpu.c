/* oncpu.c -- writes generated files to a temporary folder, has scripts/cucpu
   compile them, and passes values through the harness in binary format. */
#include "oncpu.h"

#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MISSING = 127 };     /* the exit status if a compiler is not on the PATH */

struct CpuProgram {
    const char *dir, *binary;
    const char *mpirun;        /* starts so many ranks of it; null: it is started alone */
    int ranks;
    CpuProgram *next;
};

static CpuProgram *programs;           /* those that are not freed yet */
static volatile pid_t running;         /* the child; 0: none */
static int limit;                      /* of runs that measure, in seconds; 0: none */

/* The compiler for the CPU: beside build/, or installed beside mapnest. */
static const char *find_cucpu(void)
{
    const char *set = getenv("MAPNEST_CPU");
    if (set && *set)
        return set;
    char exe[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (n < 0)
        return NULL;
    exe[n] = '\0';
    const char *dir = dirname(exe);
    static const char *const places[] = {
        "mapnest-cucpu", "../scripts/cucpu", "../../scripts/cucpu"
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const char *path = format("%s/%s", dir, places[i]);
        if (access(path, X_OK) == 0)
            return path;
    }
    return NULL;
}

/* The signals that end mapnest and are not ignored. */
static void on_ends(void (*handler)(int))
{
    static const int ends[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (signal(ends[i], handler) == SIG_IGN)
            signal(ends[i], SIG_IGN);
}

static const char *in_dir(const CpuProgram *p, const char *name)
{
    return format("%s/%s", p->dir, name);
}

/* Of a program's folder: a program with its standard streams on files, in a process
   group of its own, and with its temporary files in the folder. */
static _Noreturn void become(const CpuProgram *p, const char *const argv[], const char *in,
                             const char *out, const char *err, int seconds)
{
    setpgid(0, 0);
    alarm((unsigned)seconds);
    on_ends(SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    hold_signals(false);
    if (setenv("TMPDIR", p->dir, 1) == 0 && freopen(in, "rb", stdin)
        && freopen(out, "wb", stdout) && freopen(err, "wb", stderr))
        execv(argv[0], (char *const *)argv);
    _exit(MISSING);
}

/* The exit status, or -1; 128 and the signal that ended it. */
static int run_program(const CpuProgram *p, const char *const argv[], const char *in,
                       const char *out, const char *err, int seconds)
{
    fflush(stdout);
    hold_signals(true);
    pid_t pid = fork();
    if (pid == 0)
        become(p, argv, in, out, err, seconds);
    if (pid > 0)
        setpgid(pid, pid);
    running = pid;
    hold_signals(false);
    int status;
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    running = 0;
    if (pid > 0 && WIFSIGNALED(status))
        return 128 + WTERMSIG(status);
    return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool write_files(const CpuProgram *p, const char *base, const Emitted *e)
{
    const char *cu = in_dir(p, format("%s.cu", base)), *h = in_dir(p, format("%s.h", base));
    const char *m = in_dir(p, format("%s_main.cu", base));
    return file_write(cu, e->cu, strlen(e->cu)) && file_write(h, e->h, strlen(e->h)) &&
           file_write(m, e->main_cu, strlen(e->main_cu));
}

/* ---- the folder goes when mapnest ends, however it ends ------------------- */

/* Called from a signal handler, too. */
static void remove_folder(const char *dir)
{
    const char *const argv[] = { "/bin/rm", "-rf", dir, NULL };
    pid_t pid = fork();
    if (pid == 0)
        _exit(execv(argv[0], (char *const *)argv));
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static void remove_all(void)
{
    for (CpuProgram *p = programs; p; p = p->next)
        remove_folder(p->dir);
    programs = NULL;
}

/* What the processes killed are still writing is removed when they are gone. */
static void interrupted(int sig)
{
    if (running > 0)
        for (int i = 0; i < 1000 && kill(-running, SIGKILL) == 0; i++) {
            waitpid(running, NULL, WNOHANG);
            usleep(1000);
        }
    remove_all();
    signal(sig, SIG_DFL);
    hold_signals(false);
    raise(sig);
}

static void clean_up_later(void)
{
    static bool done;
    if (done)
        return;
    done = true;
    atexit(remove_all);
    on_ends(interrupted);
}

/* A folder that goes with mapnest; null, and *error, if there is none. */
static CpuProgram *program_new(const char **error)
{
    const char *tmp = getenv("TMPDIR");
    char *dir = format("%s/mapnest-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CpuProgram *p = MAKE(CpuProgram, .dir = dir, .next = programs);
    clean_up_later();
    hold_signals(true);
    if (mkdtemp(dir)) {
        p->binary = in_dir(p, "program");
        programs = p;
    } else {
        *error = format("%s: %s", dir, strerror(errno));
        p = NULL;
    }
    hold_signals(false);
    return p;
}

/* What stands in a file, or why nobody knows. */
static const char *text_of(const char *path)
{
    const char *text = file_read(path, NULL);
    return text ? text : strerror(errno);
}

/* By a compiler, which is given flags, too. */
static CpuProgram *build(const char *compiler, const char *flags[2], const char *base,
                         const Emitted *files, const char **error)
{
    CpuProgram *p = program_new(error);
    if (!p)
        return NULL;
    const char *log = in_dir(p, "log");
    const char *const argv[] = { compiler, "-o", p->binary, in_dir(p, format("%s.cu", base)),
                                 in_dir(p, format("%s_main.cu", base)), flags[0], flags[1], NULL };
    bool written = write_files(p, base, files);
    int status = written ? run_program(p, argv, "/dev/null", log, log, 0) : 0;
    if (written && status == 0)
        return p;
    if (!written)
        *error = format("%s: %s", p->dir, strerror(errno));
    else if (status == MISSING)
        *error = format("%.*s", (int)strcspn(text_of(log), "\n"), text_of(log));
    else
        *error = format("the generated program does not compile:\n%s", text_of(log));
    cpu_free(p);
    return NULL;
}

CpuProgram *cpu_build(const char *base, const Emitted *files, const char **error)
{
    const char *cucpu = find_cucpu(), *none[2] = { NULL, NULL };
    if (cucpu)
        return build(cucpu, none, base, files, error);
    *error = "mapnest-cucpu is not beside mapnest; set MAPNEST_CPU to its path";
    return NULL;
}

/* A program on $PATH; or null. */
static const char *on_path(const char *name)
{
    const char *path = getenv("PATH");
    for (const char *p = path ? path : ""; *p; p += strspn(p, ":")) {
        int n = (int)strcspn(p, ":");
        const char *file = format("%.*s/%s", n, p, name);
        if (access(file, X_OK) == 0)
            return file;
        p += n;
    }
    return NULL;
}

CpuProgram *ranks_build(int ranks, const char *base, const Emitted *files, const char **error)
{
    const char *mpirun = on_path("mpirun");
    if (!mpirun || !on_path("mpicxx")) {
        *error = format("%s is not on the PATH: install MPI (Debian: libopenmpi-dev and "
                        "openmpi-bin)", mpirun ? "mpicxx" : "mpirun");
        return NULL;
    }
    const char *set = getenv("CXX");       /* the compiler that mapnest-cucpu calls */
    const char *callers = set ? format("%s", set) : NULL;
    setenv("CXX", "mpicxx", 1);
    CpuProgram *p = cpu_build(base, files, error);
    if (callers)
        setenv("CXX", callers, 1);
    else
        unsetenv("CXX");
    if (p) {
        p->mpirun = mpirun;
        p->ranks = ranks;
    }
    return p;
}

/* On $PATH, or where CUDA is installed by itself. */
static const char *find_nvcc(void)
{
    static const char *const cuda = "/usr/local/cuda/bin/nvcc";
    const char *nvcc = on_path("nvcc");
    return nvcc ? nvcc : access(cuda, X_OK) == 0 ? cuda : NULL;
}

CpuProgram *gpu_build(const char *base, const Emitted *files, const char **error)
{
    const char *nvcc = find_nvcc(), *flags[2] = { "-std=c++17", "-arch=native" };
    bool gpu = access("/dev/nvidia0", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
    *error = NULL;
    return gpu && nvcc ? build(nvcc, flags, base, files, error) : NULL;
}

const char *cpu_file(const CpuProgram *p, const char *name)
{
    return in_dir(p, name);
}

const char *cpu_data(const char *name, const char *in_tree)
{
    const char *cucpu = find_cucpu();
    char *dir = cucpu ? dirname(format("%s", cucpu)) : NULL;
    const char *const places[] = { "../share/mapnest/cpu", format("../%s", in_tree) };
    for (size_t i = 0; dir && i < sizeof places / sizeof places[0]; i++) {
        const char *path = format("%s/%s/%s", dir, places[i], name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

const char *cpu_resources(const CpuProgram *p)
{
    const char *table = in_dir(p, "kernels"), *script = cpu_data("resources", "tests/bench");
    const char *const argv[] = { script, p->dir, NULL };
    if (script && access(table, F_OK) != 0)
        run_program(p, argv, "/dev/null", table, "/dev/null", 0);
    const char *said = file_read(table, NULL);
    return said ? said : "";
}

static EvalResult failed_run(const char *path)
{
    return (EvalResult){ .failed = true, .message = format("%s: %s", path, strerror(errno)) };
}

static void read_results(const char *path, EvalResult *r)
{
    size_t n;
    const char *bytes = file_read(path, &n);
    if (!bytes) {
        *r = failed_run(path);
        return;
    }
    const char *error = NULL;
    ValueCursor c = { .at = bytes, .end = bytes + n, .name = path, .line = 1 };
    VEC(Value *) values = {0};
    Value *v;
    while ((v = value_read(&c, &error)))
        vec_push(&values, v);
    r->failed = error != NULL;
    r->message = error;
    r->result = values.at;
    r->nresults = values.n;
}

static bool write_arguments(const char *in, Value **args, int nargs)
{
    FILE *f = fopen(in, "wb");
    for (int i = 0; f && i < nargs; i++)
        value_print_binary(f, args[i]);
    bool full = f && ferror(f);
    return f && fclose(f) == 0 && !full;
}

/* What the program said when it failed; mpirun's own words follow a line of dashes. */
static const char *complaint(const char *err, int status)
{
    size_t n = 0;
    const char *text = file_read(err, &n), *dashes = text ? strstr(text, "-----") : NULL;
    n = dashes && dashes > text ? (size_t)(dashes - text) : n;
    if (status == 128 + SIGALRM)
        return format("no result after %d second%s", limit, limit == 1 ? "" : "s");
    while (text && n && text[n - 1] == '\n')
        n--;
    return text && n ? str_copyn(text, (int)n) : format("the program ended with status %d", status);
}

EvalResult cpu_run(const CpuProgram *p, const char *entry, Value **args, int nargs, bool profile)
{
    EvalResult r = {0};
    const char *in = in_dir(p, "in"), *out = in_dir(p, "out"), *err = in_dir(p, "err");
    if (!write_arguments(in, args, nargs))
        return failed_run(in);
    VEC(const char *) argv = {0};
    const char *const start[] = { p->mpirun, "--allow-run-as-root", "--oversubscribe", "-np",
                                  format("%d", p->ranks) };
    const char *const call[] = { p->binary, "-b", "-e", entry, profile ? "--profile" : NULL, NULL };
    vec_append(&argv, start, p->mpirun ? 5 : 0);
    vec_append(&argv, call, 6);
    int status = run_program(p, argv.at, in, out, err, 0);
    if (status == 0 && profile)
        fputs(text_of(err), stderr);
    if (status == 0)
        read_results(out, &r);
    else
        r = (EvalResult){ .failed = true, .message = complaint(err, status) };
    return r;
}

const char *cpu_measure(const CpuProgram *p, const char *entry, Value **args, int nargs,
                        const char *const more[])
{
    const char *in = in_dir(p, "in"), *err = in_dir(p, "err");
    if (!write_arguments(in, args, nargs))
        return format("%s: %s", in, strerror(errno));
    VEC(const char *) argv = {0};
    const char *const always[] = { p->binary, "-n", "-e", entry };
    vec_append(&argv, always, 4);
    for (int i = 0; more[i]; i++)
        vec_push(&argv, more[i]);
    vec_push(&argv, NULL);
    int status = run_program(p, argv.at, in, "/dev/null", err, limit);
    return status ? complaint(err, status) : NULL;
}

void cpu_limit(int seconds)
{
    limit = seconds;
    if (seconds)
        setenv("EMU_TIMEOUT", format("%d", seconds), 1);
}

void cpu_free(CpuProgram *p)
{
    remove_folder(p->dir);
    for (CpuProgram **at = &programs; *at; at = &(*at)->next)
        if (*at == p) {
            *at = p->next;
            break;
        }
}
