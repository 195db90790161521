/** Whether a bounce says that an address does not exist, or that it did not take a letter this time. */
export type BounceKind = "hard" | "soft"

/**
 * Statuses (RFC 3463) of addresses that do not exist: bad mailbox, bad host, bad syntax, moved, null MX, disabled.
 * Everything else is about the moment, the letter or ourselves: a server that blocks our address must not take all of its
 * users off their lists.
 */
const HARD = /(?:^|\s)5\.(?:1\.(?:1|2|3|6|10)|2\.1)(?:\s|$)/

/** @param reply `550 5.1.1`, or a status alone */
export const bounceOf = (reply: string): BounceKind => (HARD.test(reply) ? "hard" : "soft")
