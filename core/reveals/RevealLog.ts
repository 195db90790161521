import { Result, Schema } from "effect"
import { type Aggregate, type Decide, formatIso } from "#core/kernel"
import { FieldsRevealed, RevealEvent, RevealEvents, RevealsAllowed } from "./events.ts"
import { NotRevealed } from "./refusals.ts"

const HOUR_MS = 3_600_000
/** Reveals of one operator within an hour; a second operator can allow as many again. */
export const REVEALS_PER_HOUR_MAX = 30
/** Latest reveals that are known: all of an hour with a few allowances. */
const KNOWN_MAX = 300
export const REVEAL_REASON_LENGTH_MIN = 10
export const REVEAL_REASON_LENGTH_MAX = 500

export type RevealLogState = {
  readonly reveals: ReadonlyArray<{ readonly lookId: string; readonly ms: number }>
  readonly allowedMs: ReadonlyArray<number>
}

/** The reveals of one operator, by operator id. */
export const RevealLog: Aggregate<RevealLogState, RevealEvent> = {
  category: "reveals",
  events: RevealEvents,
  initial: { reveals: [], allowedMs: [] },
  evolve: (state, event) =>
    RevealEvent.match(event, {
      "reveals.FieldsRevealed.v1": ({ evidence, revealedAt }): RevealLogState => ({
        ...state,
        reveals: [...state.reveals, { lookId: evidence.lookId, ms: Date.parse(revealedAt) }].slice(-KNOWN_MAX),
      }),
      "reveals.RevealsAllowed.v1": ({ allowedAt }): RevealLogState => ({
        ...state,
        allowedMs: [...state.allowedMs, Date.parse(allowedAt)].slice(-KNOWN_MAX / REVEALS_PER_HOUR_MAX),
      }),
    }),
  snapshot: {
    every: 100,
    foldHash: "1",
    state: Schema.Struct({
      reveals: Schema.Array(Schema.Struct({ lookId: Schema.String, ms: Schema.Number })),
      allowedMs: Schema.Array(Schema.Number),
    }),
    holdsNothingSealed: true,
  },
}

export type Reveal = Omit<typeof FieldsRevealed.Type, "_tag" | "revealedAt" | "reason"> & { readonly reason: string }

/** Records a reveal: once for a signature, and not too often within an hour. */
export const recordReveal =
  (reveal: Reveal, nowMs: number): Decide<RevealLogState, RevealEvent, NotRevealed> =>
  ({ reveals, allowedMs }) => {
    const length = [...reveal.reason].length
    if (length < REVEAL_REASON_LENGTH_MIN || length > REVEAL_REASON_LENGTH_MAX)
      return Result.fail(new NotRevealed({ problem: "reason" }))
    if (reveals.some(({ lookId }) => lookId === reveal.evidence.lookId))
      return Result.fail(new NotRevealed({ problem: "used" }))
    const since = nowMs - HOUR_MS
    const recent = reveals.filter(({ ms }) => ms > since).length
    const allowances = allowedMs.filter((ms) => ms > since).length
    const isOften = recent >= REVEALS_PER_HOUR_MAX * (1 + allowances) || recent >= KNOWN_MAX
    if (isOften) return Result.fail(new NotRevealed({ problem: "often" }))
    return Result.succeed([FieldsRevealed.make({ ...reveal, revealedAt: formatIso(nowMs) })])
  }

/** Allows an operator as many reveals again within the next hour. Nobody allows themselves. */
export const allowReveals =
  (operatorId: string, by: string, nowMs: number): Decide<RevealLogState, RevealEvent, NotRevealed> =>
  () =>
    by === `operator:${operatorId}`
      ? Result.fail(new NotRevealed({ problem: "oneself" }))
      : Result.succeed([RevealsAllowed.make({ operatorId, by, allowedAt: formatIso(nowMs) })])
