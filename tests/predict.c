/*
 * predict CARD TIMES LEAST RESOURCES COUNTS -- how long each kernel of a run takes on a card, by
 * src/cost/counted.c: a model, not a measurement. RESOURCES is what tests/bench/resources printed
 * of the program, or of several; COUNTS the JSON of EMU_JSON. The blocks and bytes of the run
 * count TIMES; LEAST bytes must be moved at least. Status 2: what is wrong.
 */
#include "../src/cost/counted.h"

#include <stdlib.h>

static int wrong(const char *what)
{
    fprintf(stderr, "predict: %s\n", what);
    return 2;
}

int main(int argc, char **argv)
{
    Card card;
    Counted kernels = {0};
    Text out = {0};
    if (argc != 6)
        return wrong("give CARD TIMES LEAST RESOURCES COUNTS");
    if (!card_find(argv[1], &card))
        return wrong(format("there is no card %s in src/cost/cards.txt", argv[1]));
    const char *resources = file_read(argv[4], NULL), *counts = file_read(argv[5], NULL);
    if (!resources || !counts)
        return wrong(format("%s cannot be read", argv[resources ? 5 : 4]));
    const char *error = counted_read(&kernels, counts, resources);
    if (error)
        return wrong(format("%s: %s", argv[5], error));
    double times = atof(argv[2]), us = counted_time(&kernels, &card, times);
    counted_print(&out, &kernels, &card, times);
    printf("%s  %-32s %8s %10s %9s %9s %10.1f  %.0f %% of the bandwidth\n", text_str(&out), "all",
           "", "", "", "", us, 100 * atof(argv[3]) * times / card.bandwidth / 1000 / us);
    return 0;
}
