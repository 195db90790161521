/** Kinds of transfers, for statements, filters and `Home/LoadOrderClass` (ids by order: append only). */
export const PURPOSES = [
  "deposit",
  "reversal",
  "withdrawal",
  "donation",
  "subscription",
  "payout",
  "refund",
  "fee",
  "correction",
  "renunciation",
] as const
export type Purpose = (typeof PURPOSES)[number]
