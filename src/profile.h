/*
 * profile.h -- `mapnest run --path` and `--profile`, from what the meter of the CPU runtime
 * wrote (EMU_JSON).
 */
#ifndef MAPNEST_PROFILE_H
#define MAPNEST_PROFILE_H

#include "base/base.h"

/* On standard error: which version ran, kernel by kernel. */
void profile_path(const char *counts, const Json *manifest, const char *entry);
/* On standard error: a table of the kernels with their line, traffic and rules. */
void profile_kernels(const char *counts, const Json *manifest);

#endif
