# mapnest: make, make check, make install PREFIX=/usr/local, make asan

CC      ?= gcc
CFLAGS  ?= -O2 -g
PREFIX  ?= /usr/local
BUILD   ?= build
WARN     = -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -Wshadow=local
ALL_CFLAGS = $(WARN) $(CFLAGS) -I$(BUILD) -MMD -MP
LIBS     = -lm -ldl

FOLDERS  = base core front rewrite ranks truth cost plan emit explain
SOURCES  = $(foreach d,$(FOLDERS),$(sort $(wildcard src/$(d)/*.c)))
PARSERS  = $(BUILD)/lang.tab.c $(BUILD)/lang.lex.c $(BUILD)/core.tab.c $(BUILD)/core.lex.c
OBJECTS  = $(SOURCES:src/%.c=$(BUILD)/%.o) $(PARSERS:.c=.o) $(BUILD)/embedded.o
COMMANDS = $(patsubst src/%.c,$(BUILD)/%.o,$(sort $(wildcard src/*.c)))
SUITES   = $(sort $(wildcard tests/test_*.c)) tests/main.c
IDS      = $(BUILD)/diagnostics.def
EMBEDDED = $(sort $(wildcard src/rules/*.rules src/prelude/*.fut src/base/*.txt \
             src/truth/*.txt src/cost/*.txt golden/*/*.fut) \
             templates/cuda/reserved.txt $(shell find templates -name '*.mustache' 2>/dev/null))

# clang has other warnings.
ifneq ($(findstring clang,$(shell $(CC) --version 2> /dev/null)),)
WARN     = -std=c11 -D_GNU_SOURCE
endif

# scripts/needs says in which packages they are.
ifneq ($(shell scripts/needs $(if $(filter cc gcc,$(CC)),gcc) flex bison >&2 || echo missing),)
$(error tools are missing)
endif

all: $(BUILD)/mapnest

$(BUILD)/mapnest: $(COMMANDS) $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/tests: $(SUITES:tests/%.c=$(BUILD)/suite/%.o) $(filter-out $(BUILD)/main.o,$(COMMANDS)) $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ -lcunit $(LIBS)

$(BUILD)/mustache_spec $(BUILD)/predict: $(BUILD)/%: $(BUILD)/suite/%.o $(OBJECTS)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

$(BUILD)/%.o: src/%.c | $(PARSERS) $(IDS)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/suite/%.o: tests/%.c | $(PARSERS) $(IDS)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/%.tab.c: grammar/%.y
	@mkdir -p $(@D)
	bison -Wall -Werror -d -o $@ $<

$(BUILD)/%.lex.c: grammar/%.l $(BUILD)/%.tab.c
	flex -o $@ --header-file=$(BUILD)/$*.lex.h $<

# Generated scanners and parsers have the generators' warnings, not ours.
$(BUILD)/%.tab.o: $(BUILD)/%.tab.c | $(IDS)
	$(CC) $(ALL_CFLAGS) -Wno-error -Wno-unused -Isrc/front -Isrc/core -Isrc/rewrite -c -o $@ $<
$(BUILD)/%.lex.o: $(BUILD)/%.lex.c | $(IDS)
	$(CC) $(ALL_CFLAGS) -Wno-error -Wno-unused -Wno-sign-compare -Isrc/front -Isrc/core -Isrc/rewrite -c -o $@ $<

# error unknown-name  ->  DIAGNOSTIC(ERR_UNKNOWN_NAME, "unknown-name")
$(IDS): src/base/diagnostics.txt
	@mkdir -p $(@D)
	awk '/^(error|warning) / { id = ($$1 == "error" ? "ERR_" : "WARN_") toupper($$2); \
	     gsub("-", "_", id); printf "DIAGNOSTIC(%s, \"%s\")\n", id, $$2 }' $< > $@

# Which rules fire in which golden programs: what `mapnest rules NAME` says.
$(BUILD)/embed/golden/fires.txt: scripts/fires $(sort $(wildcard golden/*/*.trace))
	@mkdir -p $(@D)
	scripts/fires > $@

$(BUILD)/embedded.c: scripts/embed $(EMBEDDED) $(BUILD)/embed/golden/fires.txt
	@mkdir -p $(@D)
	scripts/embed $(EMBEDDED) $(BUILD)/embed/golden/fires.txt > $@.tmp
	mv $@.tmp $@
$(BUILD)/embedded.o: $(BUILD)/embedded.c
	$(CC) $(ALL_CFLAGS) -Isrc/base -c -o $@ $<

# What makes data for kernels, and compares what they give.
CXX     ?= g++
TOOLS    = $(BUILD)/values $(BUILD)/compare $(BUILD)/sequential
$(TOOLS): $(BUILD)/%: tests/bench/%.cc tests/bench/binary.h
	@mkdir -p $(@D)
	$(CXX) -O2 -std=c++17 -ffp-contract=off -o $@ $<
tools: $(TOOLS) $(BUILD)/predict

check: all
	scripts/check

asan:
	$(MAKE) BUILD=build/asan CFLAGS="-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined" build/asan/mapnest build/asan/tests

install uninstall: all
	DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BUILD="$(BUILD)" scripts/install $@

clean:
	rm -rf $(BUILD)

# Lines over 100 columns, and include arrows that point backwards.
lint:
	scripts/lint

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
.PHONY: all tools check asan install uninstall clean lint
.SECONDARY:
