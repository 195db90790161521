import { Context, Effect, Layer } from "effect"
import { type AnswerOf, currentTimeIso, dieOnConflict, isUuid, writer } from "#core/kernel"
import type { FollowsEvent } from "./events.ts"
import type { FollowsCommand } from "./FollowsCommand.ts"
import { type FollowsState, PersonFollows } from "./PersonFollows.ts"

/** The log position from which the change can be read, and the answer stored with the receipt. */
export type DispatchResult = { readonly position: number; readonly answer: unknown }

/** Commands on what people follow, save and mute. */
export class Follows extends Context.Service<
  Follows,
  {
    /** Applies a command to a person's own follows; the person is the stream, so no one else's can be reached. */
    dispatch<Refusal>(
      personId: string,
      command: FollowsCommand<Refusal>,
      answerOf?: AnswerOf<FollowsState, FollowsEvent>,
    ): Effect.Effect<DispatchResult, Refusal>
  }
>()("core/follows/Follows") {
  static readonly layer = Layer.effect(
    Follows,
    Effect.gen(function* () {
      const write = yield* writer(PersonFollows)

      return Follows.of({
        dispatch: Effect.fn("Follows.dispatch")(function* <Refusal>(
          personId: string,
          command: FollowsCommand<Refusal>,
          answerOf?: AnswerOf<FollowsState, FollowsEvent>,
        ) {
          if (!isUuid(personId)) return yield* Effect.die(new Error(`${personId} is not the id of a person`))
          const nowIso = yield* currentTimeIso
          const written = yield* write(personId, command({ personId, nowIso }), answerOf).pipe(dieOnConflict)
          const { position, answer } = written.receipt
          return { position, answer }
        }) as (typeof Follows)["Service"]["dispatch"],
      })
    }),
  )
}
