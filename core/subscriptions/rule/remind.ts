import { unitsRoundedUp } from "#contract/wallet"
import { formatIso } from "#core/kernel"
import { REMINDER_DAYS } from "../limits.ts"
import { costOfTerm } from "../termCost.ts"
import type { Price } from "./chargeTypes.ts"
import { RenewalReminded, type RuleEvent } from "./events.ts"
import { endOf, isRenewing, type RuleOf, type RuleState, renewingFee } from "./Rule.ts"

const DAY_MS = 86_400_000
/** A balance below 5/4 of the estimate may not cover the renewal: a renewal costs at most that much. */
const RESERVE = { of: 5n, in: 4n } as const

/** What the next term costs at the current rate, fee and premium. */
const estimateOf = (state: RuleState, price: Price): bigint =>
  costOfTerm(unitsRoundedUp(renewingFee(state), price), state.terms.periods)

/**
 * Reminds a payer 7, 3 and 1 days before a renewal that the balance may not cover, each once. The announced price
 * limits the renewal.
 * @param available what the payer can spend in the asset of the terms
 */
export const remindRenewal = (
  { personId, number, nowMs }: RuleOf,
  state: RuleState,
  price: Price | null,
  available: bigint,
): ReadonlyArray<RuleEvent> => {
  const { term, terms, remindedDays } = state
  if (term === null || price === null || !isRenewing(state) || nowMs >= endOf(term)) return []
  const days = REMINDER_DAYS.find((each) => endOf(term) - nowMs <= each * DAY_MS)
  if (days === undefined || (remindedDays !== null && remindedDays <= days)) return []
  const units = estimateOf(state, price)
  if (available * RESERVE.in >= units * RESERVE.of) return []
  const { assetTypeId, currencyId, msf } = terms
  return [
    RenewalReminded.make({
      ...{ personId, number, days, assetTypeId, currencyId, msf: String(msf) },
      ...{ feeUnits: String(unitsRoundedUp(msf, price)), units: String(units) },
      ...{ renewsAt: formatIso(endOf(term)), remindedAt: formatIso(nowMs) },
    }),
  ]
}
