/* arguments.c -- mapnest with the words of a file as its arguments, for afl-fuzz. */
#include <stdio.h>
#include <string.h>

int mapnest_main(int argc, char **argv);

int main(int argc, char **argv)
{
    static char text[4096];
    char *args[260] = { argv[0] };
    int n = 1;
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = f ? fread(text, 1, sizeof text - 1, f) : 0;
    for (size_t i = 0; i < size; i++)
        text[i] = text[i] ? text[i] : ' ';
    for (char *w = strtok(text, " \n"); w && n < 256; w = strtok(NULL, " \n"))
        args[n++] = w;
    if (f)
        fclose(f);
    return mapnest_main(n, args);
}
