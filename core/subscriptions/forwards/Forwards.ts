import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, jointWriter, manyReader } from "#core/kernel"
import { type CommandReused, idempotent } from "#core/ledger"
import type { NoForward } from "../refusals.ts"
import type { ForwardsByCreator } from "./forwardParts.ts"
import { forwardsOf, PersonForwards } from "./PersonForwards.ts"
import { setForward } from "./setForward.ts"

/** Parts of what subscriptions pay a creator, which they pass on. */
export class Forwards extends Context.Service<
  Forwards,
  {
    /** Sets the part, in thousandths, that a creator passes on to somebody; 0 ends it. Returns the log position. */
    set(creatorId: string, toId: string, perMille: number): Effect.Effect<number, NoForward | CommandReused>
  }
>()("core/subscriptions/Forwards") {
  static readonly layer = Layer.effect(
    Forwards,
    Effect.gen(function* () {
      const writeJointly = yield* jointWriter
      return Forwards.of({
        set: Effect.fn("Forwards.set")(function* (creatorId, toId, perMille) {
          const decide = setForward({ creatorId, toId, nowMs: yield* Clock.currentTimeMillis }, perMille)
          const own = { aggregate: PersonForwards, id: creatorId }
          // Oneself is one stream, and refused.
          const parts = { own, other: { aggregate: PersonForwards, id: toId } }
          const written = idempotent(["forward", creatorId, toId, perMille], (answerOf) =>
            dieOnConflict(writeJointly(parts, decide, answerOf)),
          )
          return (yield* written).receipt.position
        }),
      })
    }),
  )
}

/** Reads what creators pass on. */
export const forwardsReader = Effect.map(
  manyReader(PersonForwards),
  (read) => (creatorIds: ReadonlyArray<string>) =>
    Effect.map(
      read(creatorIds),
      (loaded): ForwardsByCreator =>
        new Map(
          creatorIds.flatMap((creatorId, place) => {
            const forwards = forwardsOf(loaded[place]?.state ?? PersonForwards.initial)
            return forwards.length === 0 ? [] : [[creatorId, forwards] as const]
          }),
        ),
    ),
)

/** Everybody who may get something of what these creators are paid, with the creators. */
export const withReceivers = (creatorIds: Iterable<string>, forwards: ForwardsByCreator): ReadonlySet<string> => {
  const ids = [...creatorIds]
  return new Set([...ids, ...ids.flatMap((creatorId) => (forwards.get(creatorId) ?? []).map(({ toId }) => toId))])
}
