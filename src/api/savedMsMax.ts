/**
 * How long a call waits for the read model of what it saved, if its answer shows it: without it, the call would say that
 * there is no such thing, and people would save it again. Other calls answer with a slightly older state.
 */
export const SAVED_MS_MAX = 10_000
