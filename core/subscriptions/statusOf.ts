import { RULE_STATUS, type RuleStatus } from "./limits.ts"

/**
 * The status of a rule. A paid term may outlast a pause or cancellation: access continues until its end.
 * - inactive: its last term is over, and it does not renew;
 * - ended: it was cancelled, and its last term is over.
 */
export const statusOf = ({
  intent,
  isPaid,
  wasPaid,
}: {
  readonly intent: "active" | "paused" | "cancelled"
  /** Whether a paid term or its grace period runs, and whether one ever ran. */
  readonly isPaid: boolean
  readonly wasPaid: boolean
}): RuleStatus => {
  if (intent === "paused") return RULE_STATUS.paused
  if (intent === "cancelled") return isPaid ? RULE_STATUS.cancelled : RULE_STATUS.ended
  return wasPaid && !isPaid ? RULE_STATUS.inactive : RULE_STATUS.active
}
