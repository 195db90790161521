import { Result } from "effect"
import { BASE_CURRENCIES, COIN_IDS } from "#contract/wallet"
import { formatIso, replay } from "#core/kernel"
import { FEE_MAX, FEE_MIN, RULE_CREATORS_MAX, SHARE_MIN, WEIGHT_MAX } from "../limits.ts"
import { UnfitRule } from "../refusals.ts"
import { costOfTerm } from "../termCost.ts"
import { CreatorSet, IntentSet, RuleAdded, type RuleEvent, SeatRenewalSet, TermsSet } from "./events.ts"
import { countsAt, countsUntil } from "./membership.ts"
import {
  accessUntil,
  cycleAt,
  isRenewing,
  membersOf,
  Rule,
  type RuleOf,
  type RuleState,
  renewingFee,
  type Terms,
} from "./Rule.ts"

/** What a person changes about a rule; what is omitted stays. */
export type RuleChange = {
  readonly terms?: Partial<Terms>
  /** New weights by creator; 0 removes one, and null adds one with weight 1 or keeps the weight. */
  readonly weights?: ReadonlyMap<string, number | null>
  /** Whether the weights are the whole list, so that creators who are not in it are removed. */
  readonly isWholeList?: boolean
  readonly intent?: RuleState["intent"]
  /** Premium with a creator: wanted, which a charge pays for, or given up at the end of the term. */
  readonly seat?: { readonly channelId: number; readonly creatorId: string; readonly isWanted: boolean }
}

/** Changes a rule, and adds it if it is new: all of it or nothing. */
export const changeRule =
  (
    { personId, number, nowMs }: RuleOf,
    { terms = {}, weights: wanted = new Map(), isWholeList = false, intent, seat }: RuleChange,
  ) =>
  (state: RuleState): Result.Result<ReadonlyArray<RuleEvent>, UnfitRule> => {
    const rule = { personId, number }
    const at = formatIso(nowMs)
    const next = { ...state.terms, ...terms }
    const members = new Map(membersOf(state).map(({ creatorId, weight }) => [creatorId, weight]))
    const removed = isWholeList ? [...members.keys()].map((creatorId): [string, number] => [creatorId, 0]) : []
    const given = [...wanted].map(([id, weight]): [string, number] => [id, weight ?? members.get(id) ?? 1])
    const weights = new Map([...removed, ...given])
    const events: ReadonlyArray<RuleEvent> = [
      ...(state.personId === null ? [RuleAdded.make({ ...rule, addedAt: at })] : []),
      ...(isSame(next, state.terms) ? [] : [TermsSet.make({ ...rule, ...next, msf: String(next.msf), setAt: at })]),
      ...[...weights]
        .filter(([creatorId, weight]) => (members.get(creatorId) ?? 0) !== weight)
        .map(([creatorId, weight]) => setCreator({ ...rule, nowMs }, state, { creatorId, weight, by: "payer" })),
      ...renewSeats({ personId, number, nowMs }, state, weights, seat),
      ...(intent === undefined || intent === state.intent ? [] : [IntentSet.make({ ...rule, intent, setAt: at })]),
    ]
    const problem = problemOf(personId, { terms, weights }, replay({ ...Rule, initial: state }, events), nowMs)
    return problem === null ? Result.succeed(events) : Result.fail(new UnfitRule({ problem }))
  }

/** Premium is given up with a creator who is removed, and as the payer wants. What is paid stays open until its end. */
const renewSeats = (
  { personId, number, nowMs }: RuleOf,
  { seats }: RuleState,
  weights: ReadonlyMap<string, number>,
  seat: RuleChange["seat"],
): ReadonlyArray<RuleEvent> =>
  [...seats].flatMap(([creatorId, { channelId, isRenewing: before }]) => {
    const wanted = seat?.creatorId === creatorId ? seat.isWanted : before
    const isRenewing = wanted && weights.get(creatorId) !== 0
    if (isRenewing === before) return []
    return [SeatRenewalSet.make({ personId, number, channelId, creatorId, isRenewing, setAt: formatIso(nowMs) })]
  })

/** Sets the weight of a creator; 0 removes them. */
export const setCreator = (
  { personId, number, nowMs }: RuleOf,
  state: RuleState,
  { creatorId, weight, by }: Pick<typeof CreatorSet.Type, "creatorId" | "weight" | "by">,
) => {
  // Creators who leave or are withheld count until now; those removed by the payer count for the minimum stay.
  const cycle = by === "payer" ? cycleAt(state.term, nowMs) : null
  const untilMs = countsUntil(state.creators.get(creatorId) ?? [], nowMs, cycle)
  return CreatorSet.make({
    ...{ personId, number, creatorId, weight, by },
    ...{ countsUntil: weight === 0 ? formatIso(untilMs) : null, isPaid: nowMs < accessUntil(state) },
    setAt: formatIso(nowMs),
  })
}

/** Whether the next renewal would cost more than the payer agreed to, or in something else. */
export const raisesRenewal = (before: RuleState, after: RuleState): boolean => {
  if (after.term === null || !isRenewing(after)) return false
  if (!isRenewing(before)) return true
  const [old, next] = [before.terms, after.terms]
  return (
    old.assetTypeId !== next.assetTypeId ||
    old.currencyId !== next.currencyId ||
    costOfTerm(renewingFee(after), next.periods) > costOfTerm(renewingFee(before), old.periods)
  )
}

/** Whether every creator of a rule gets at least the least share, of the next fee and of the one that was paid. */
export const areSharesEnough = (state: RuleState, nowMs: number): boolean => {
  const members = membersOf(state)
  const counting = [...state.creators.values()].flatMap((membership) => {
    const last = membership.at(-1)
    return last !== undefined && countsAt(membership, nowMs) ? [last.weight] : []
  })
  const paid = cycleAt(state.term, nowMs) === null ? 0n : (state.term?.msf ?? 0n)
  return (
    isEnough(
      state.terms.msf,
      members.map(({ weight }) => weight),
    ) && isEnough(paid, counting)
  )
}

/** Without a fee nothing is shared yet. */
const isEnough = (msf: bigint, weights: ReadonlyArray<number>): boolean => {
  const whole = BigInt(weights.reduce((sum, weight) => sum + weight, 0))
  return msf === 0n || weights.every((weight) => msf * BigInt(weight) >= SHARE_MIN * whole)
}

const isSame = (one: Terms, other: Terms): boolean =>
  one.assetTypeId === other.assetTypeId &&
  one.currencyId === other.currencyId &&
  one.msf === other.msf &&
  one.periods === other.periods &&
  one.autoRenew === other.autoRenew &&
  one.onLeave === other.onLeave

/** Why a rule may not become what it would; null if it may. */
const problemOf = (
  personId: string,
  { terms, weights }: { readonly terms: Partial<Terms>; readonly weights: ReadonlyMap<string, number> },
  after: RuleState,
  nowMs: number,
): UnfitRule["problem"] | null => {
  if (terms.msf !== undefined && terms.msf < FEE_MIN) return "msf.low"
  if (terms.msf !== undefined && terms.msf > FEE_MAX) return "msf.high"
  if (terms.assetTypeId !== undefined && !COIN_IDS.includes(terms.assetTypeId)) return "asset"
  if (terms.currencyId !== undefined && !BASE_CURRENCIES.some(({ assetTypeId }) => assetTypeId === terms.currencyId))
    return "currency"
  // Seats are renewed at the price that was agreed to, in its currency.
  const isForeign = terms.currencyId !== undefined && terms.currencyId !== (after.term?.currencyId ?? terms.currencyId)
  if (isForeign && [...after.seats.values()].some((seat) => seat.isRenewing)) return "premium.currency"
  if (weights.has(personId)) return "creators.oneself"
  if ([...weights.values()].some((weight) => !Number.isInteger(weight) || weight < 0 || weight > WEIGHT_MAX))
    return "weight"
  if (membersOf(after).length > RULE_CREATORS_MAX) return "creators.many"
  return areSharesEnough(after, nowMs) ? null : "share.small"
}
