import { STAY_MS_MIN } from "../limits.ts"

/** A time during which a creator counts in a rule with one weight; open while `toMs` is null. Half-open. */
export type Span = { readonly fromMs: number; readonly toMs: number | null; readonly weight: number }

/** All times of a creator in a rule, in order and without overlaps. */
export type Membership = ReadonlyArray<Span>

/** Sets the weight of a creator from a time on. */
export const setWeight = (membership: Membership, weight: number, atMs: number): Membership => {
  const last = membership.at(-1)
  if (last === undefined) return [{ fromMs: atMs, toMs: null, weight }]
  // A clock that was set back must not make a span end before it began.
  const fromMs = Math.max(atMs, last.fromMs)
  const toMs = Math.min(last.toMs ?? fromMs, fromMs)
  return [...membership.slice(0, -1), { ...last, toMs }, { fromMs, toMs: null, weight }]
}

/** Removes a creator, who counts until a time. */
export const endMembership = (membership: Membership, toMs: number): Membership =>
  membership.map((span) => (span.toMs === null ? { ...span, toMs: Math.max(span.fromMs, toMs) } : span))

/**
 * When a creator who is removed now stops to count: at once, or, while a cycle runs, when they have counted for the
 * minimum stay of that cycle. Until then they are still open to the payer.
 */
export const countsUntil = (
  membership: Membership,
  atMs: number,
  cycle: { readonly startMs: number; readonly endMs: number } | null,
): number =>
  cycle === null
    ? atMs
    : Math.max(atMs, Math.min(Math.max(stayStart(membership), cycle.startMs) + STAY_MS_MIN, cycle.endMs))

/** When the current stay began: weights may have changed since. */
const stayStart = (membership: Membership): number =>
  membership.reduceRight<number>(
    (startMs, { fromMs, toMs }) => (toMs === null || toMs === startMs ? fromMs : startMs),
    0,
  )

/** Whether the creator counts at a time. */
export const countsAt = (membership: Membership, ms: number): boolean =>
  membership.some(({ fromMs, toMs }) => fromMs <= ms && (toMs === null || ms < toMs))

/** Weight x milliseconds of the creator between two times. */
export const weightedMs = (membership: Membership, startMs: number, endMs: number): bigint =>
  membership.reduce((sum, span) => sum + BigInt(span.weight) * msWithin(span, startMs, endMs), 0n)

/** Milliseconds that the creator counts between two times. */
export const countedMs = (membership: Membership, startMs: number, endMs: number): bigint =>
  membership.reduce((sum, span) => sum + msWithin(span, startMs, endMs), 0n)

const msWithin = ({ fromMs, toMs }: Span, startMs: number, endMs: number): bigint =>
  BigInt(Math.max(0, Math.min(toMs ?? endMs, endMs) - Math.max(fromMs, startMs)))
