/** Begins and ends the line in our mail above which people write their reply. */
export const REPLY_LINE = "–––"
