import { Context, Effect, Layer } from "effect"
import { type AnswerOf, currentTimeIso, dieOnConflict, isUuid, writer } from "#core/kernel"
import type { FollowsEvent } from "./events.ts"
import { type FollowsState, PersonFollows } from "./PersonFollows.ts"
import type { Verb } from "./Verb.ts"

/** What came of a command: the position from which on it can be read, and the answer that was kept with it. */
export type CarriedOut = { readonly position: number; readonly answer: unknown }

/** Where people say what they follow. */
export class Follows extends Context.Service<
  Follows,
  {
    /** Carries out a command of a person on their own follows; nobody else's can be reached, because they are the stream. */
    carryOut<Refusal>(
      personId: string,
      verb: Verb<Refusal>,
      answerOf?: AnswerOf<FollowsState, FollowsEvent>,
    ): Effect.Effect<CarriedOut, Refusal>
  }
>()("core/follows/Follows") {
  static readonly layer = Layer.effect(
    Follows,
    Effect.gen(function* () {
      const write = yield* writer(PersonFollows)

      return Follows.of({
        carryOut: Effect.fn("Follows.carryOut")(function* <Refusal>(
          personId: string,
          verb: Verb<Refusal>,
          answerOf?: AnswerOf<FollowsState, FollowsEvent>,
        ) {
          if (!isUuid(personId)) return yield* Effect.die(new Error(`${personId} is no person's id`))
          const nowIso = yield* currentTimeIso
          const written = yield* write(personId, verb({ personId, nowIso }), answerOf).pipe(dieOnConflict)
          const { position, answer } = written.receipt
          return { position, answer }
        }) as (typeof Follows)["Service"]["carryOut"],
      })
    }),
  )
}
