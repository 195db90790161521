import { formatIso } from "#core/kernel"
import { type ForwardsByCreator, forwardParts } from "../forwards/forwardParts.ts"
import { readingWeights } from "../reading/readingWeights.ts"
import { countedMs, weightedMs } from "../rule/membership.ts"
import type { RuleState } from "../rule/Rule.ts"
import { splitByWeight } from "../splitByWeight.ts"
import type { CycleState } from "./Cycle.ts"
import { closeSeats, type SeatsEnd } from "./closeSeats.ts"
import { CycleClosed } from "./events.ts"

type OpenCycle = NonNullable<CycleState>

export type Closing = {
  /** The end and the units of what is paid out: all of the cycle, unless the payer ended it. */
  readonly endMs: number
  readonly units: bigint
  /** Creators whose wallets are closed: the others get their share. And payers of gifts, who get nothing back. */
  readonly closedIds: ReadonlySet<string>
  /** What creators pass on of their payments. */
  readonly forwards?: ForwardsByCreator
  readonly paydayId: string
  readonly nowMs: number
} & SeatsEnd

const WHOLE_PER_MILLE = 1_000

/**
 * Closes a cycle: splits its units between the creators by weight x time in the rule during the cycle, or by parts of the
 * payer's reading time, and the platform, which has its cut of the sum as a weight. If no creator can receive anything, all
 * of it goes back.
 */
export const closeCycle = (
  cycle: OpenCycle,
  rule: Pick<RuleState, "terms" | "creators" | "left" | "seats" | "seatsLeft" | "reading">,
  closing: Closing,
): typeof CycleClosed.Type => {
  const { endMs, units, closedIds, paydayId, nowMs } = closing
  const { personId, number, n, assetTypeId, startMs, cutPerMille, gift } = cycle
  /** A payment with what its creator passes on of it. */
  const passedOn = <P extends { readonly creatorId: string; readonly units: string }>(payment: P) => {
    const forwards = closing.forwards?.get(payment.creatorId) ?? []
    const forwarded = forwardParts(BigInt(payment.units), forwards, closedIds, n)
    return forwarded.length === 0 ? payment : { ...payment, forwarded }
  }
  const seats = closeSeats(cycle, rule, closing).map(passedOn)
  const counted = [...rule.creators]
    .filter(([creatorId]) => !closedIds.has(creatorId))
    .map(([creatorId, membership]) => ({
      ...{ creatorId, weight: weightedMs(membership, startMs, endMs), ms: countedMs(membership, startMs, endMs) },
    }))
    .filter(({ weight }) => weight > 0n)
    .sort((one, other) => (one.creatorId < other.creatorId ? -1 : 1))
  const read = readingWeights(counted, rule.reading.parts.get(n))
  const sum = read.weights.reduce((all, weight) => all + weight, 0n)
  const back = rule.terms.onLeave === "back" ? weightOfLeft(rule, { startMs, endMs, closedIds }) * read.factor : 0n
  const weights = [
    ...read.weights.map((weight) => weight * BigInt(WHOLE_PER_MILLE - cutPerMille)),
    sum * BigInt(cutPerMille),
    ...(back === 0n ? [] : [back * BigInt(WHOLE_PER_MILLE)]),
  ]
  const parts = sum === 0n || units === 0n ? [] : splitByWeight(units, weights, n)
  const shares = counted.flatMap(({ creatorId }, place) => {
    const part = parts[place] ?? 0n
    return part === 0n ? [] : [passedOn({ creatorId, units: String(part) })]
  })
  const paid = parts.length === 0 ? 0n : units - (parts[counted.length + 1] ?? 0n)
  const isPaid = paid > 0n || seats.some((seat) => seat.units !== "0" || seat.cut !== "0")
  return CycleClosed.make({
    ...{ personId, number, n, assetTypeId, shares, cut: String(parts[counted.length] ?? 0n) },
    ...{ endsAt: formatIso(endMs), returned: String(cycle.units - paid) },
    ...(seats.length === 0 ? {} : { seats }),
    ...(gift === null || closedIds.has(gift.payerId) ? {} : { gift }),
    ...{ paydayId: isPaid ? paydayId : null, closedAt: formatIso(nowMs) },
  })
}

/** Weight x time of creators who left by themselves, from then on, and of those with closed wallets. */
const weightOfLeft = (
  { creators, left }: Pick<RuleState, "creators" | "left">,
  { startMs, endMs, closedIds }: Pick<Closing, "endMs" | "closedIds"> & { readonly startMs: number },
): bigint =>
  [...creators].reduce((sum, [creatorId, membership]) => {
    const departures = (left.get(creatorId) ?? []).map(({ ms, weight, spans }) => ({
      ...{ fromMs: ms, weight },
      // Until they came back, if they did.
      toMs: membership[spans]?.fromMs ?? null,
    }))
    const gone = weightedMs(
      departures.filter(({ fromMs }) => fromMs >= startMs),
      startMs,
      endMs,
    )
    return sum + gone + (closedIds.has(creatorId) ? weightedMs(membership, startMs, endMs) : 0n)
  }, 0n)
