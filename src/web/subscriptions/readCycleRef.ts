import { RULES_MAX } from "#contract/subscriptions"

/** Cycles are numbered with few digits. */
const CYCLE_MAX = 1_000_000

/** The cycle of a rule that an address names; null if it names none. */
export const readCycleRef = ({ searchParams }: URL): { readonly ruleId: number; readonly cycle: number } | null => {
  const [ruleId, cycle] = [Number(searchParams.get("rule")), Number(searchParams.get("cycle"))]
  const isRule = Number.isInteger(ruleId) && ruleId >= 1 && ruleId <= RULES_MAX
  return isRule && Number.isInteger(cycle) && cycle >= 1 && cycle <= CYCLE_MAX ? { ruleId, cycle } : null
}
