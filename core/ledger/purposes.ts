/** Why money moves: one word for statements and filters. */
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
