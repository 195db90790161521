/** How long a message that is no code is of use: a mail server may be away over a weekend. */
export const NOTICE_LIFE_MS = 72 * 3_600_000
/** Messages, whatever became of them, are forgotten after this. */
export const MESSAGE_AGE_MS_MAX = 30 * 86_400_000

/** The pause after a first failed try; it doubles with each that follows. */
export const PAUSE_MS = 15_000
export const PAUSE_MS_MAX = 3_600_000
/** How long one worker has to try a message before another one may. */
export const LEASE_MS = 300_000
/** What a mail server may take for one step of its answer. */
export const SMTP_TIMEOUT_MS = 30_000
/** Connections to the mail server that one worker keeps. */
export const SMTP_CONNECTIONS_MAX = 3
/** Messages that are taken at once: no more than are surely tried while the lease lasts. */
export const ROUND_MAX = 12
/** What lists of messages show at most. */
export const LISTED_MAX = 500
