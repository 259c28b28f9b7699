/* main.c -- prints random programs, one entry point a seed.

       generate FOLDER [--variants|--mistakes] FROM COUNT
       generate FOLDER [--variants|--mistakes] --shrink=COMMAND SEED

   FOLDER has the files forms and library.fut. */
#include "generate.h"

#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t room = 0;
    if (!f || getdelim(&text, &room, '\0', f) < 0) {
        perror(path);
        exit(2);
    }
    fclose(f);
    return text;
}

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: generate FOLDER [--variants|--mistakes] FROM COUNT\n"
                    "       generate FOLDER [--variants|--mistakes] --shrink=COMMAND SEED\n");
    exit(2);
}

int main(int argc, char **argv)
{
    Sort sort = PLAIN;
    const char *command = NULL;
    int at = 2;
    for (; at < argc && !strncmp(argv[at], "--", 2); at++)
        if (!strcmp(argv[at], "--variants"))
            sort = WITH_VARIANT;
        else if (!strcmp(argv[at], "--mistakes"))
            sort = WITH_MISTAKE;
        else if (!strncmp(argv[at], "--shrink=", 9))
            command = argv[at] + 9;
        else
            usage();
    if (argc - at != (command ? 1 : 2))
        usage();
    forms_read(fmt("%s/forms", argv[1]));
    const char *library = read_file(fmt("%s/library.fut", argv[1]));
    uint64_t from = strtoull(argv[at], NULL, 10);
    if (command) {
        shrink(from, sort, library, command, stdout);
        return 0;
    }
    printf("%s\n", library);
    for (uint64_t i = 0; i < strtoull(argv[at + 1], NULL, 10); i++) {
        choices_seed(from + i);
        printf("%s\n", program(from + i, sort));
    }
    return 0;
}
