/** The windows in which creators see who joined and left, in days. */
export const REPORT_DAYS = [30, 90, 365] as const

/** Smaller groups are not shown apart where a figure would say something about a person. */
export const GROUP_MIN = 5

/** Why somebody no longer supports a creator, or no longer has premium. */
export const DEPARTURE_REASONS = [
  "cancelled",
  "refunded",
  "removed",
  "paused",
  "notRenewed",
  "giftEnded",
  "paymentFailed",
  "paymentReversed",
  "accountClosed",
  "offerEnded",
  "channelClosed",
  "channelWithheld",
] as const
export type DepartureReason = (typeof DEPARTURE_REASONS)[number]
