import { Effect } from "effect"
import {
  type BadGroupName,
  createGroup,
  Follows,
  moveFeeds,
  type NoGroup,
  type TooManyFollows,
  type Verb,
} from "#core/follows"
import { waitFor } from "#projections/runner"
import { badRequest, type Call, Refused } from "./Call.ts"

type Why = TooManyFollows | BadGroupName | NoGroup

/** Carries out a command of the person on their own follows, and waits until they can read what came of it. */
export const carryOut = Effect.fnUntraced(function* ({ personId, t }: Call, verb: Verb<Why>) {
  const { position } = yield* Follows.use((follows) => follows.carryOut(personId, verb)).pipe(
    Effect.mapError((why) => {
      if (why._tag === "TooManyFollows")
        return new Refused({ status: 409, text: t(why.messageKey, { count: why.count }) })
      return why._tag === "NoGroup"
        ? new Refused({ status: 404, text: t(why.messageKey) })
        : badRequest(t(why.messageKey))
    }),
  )
  if (position > 0) yield* waitFor("follows", position)
})

/** Puts followed feeds into the group with this name, which is made where there is none. */
export const putIntoGroup = (call: Call, feedIds: ReadonlyArray<string>, groupName: string) => {
  const move = carryOut(call, moveFeeds({ feedIds, groupName }))
  const isMissing = (refused: Refused) => refused.status === 404
  return move.pipe(Effect.catchIf(isMissing, () => Effect.andThen(carryOut(call, createGroup({ groupName })), move)))
}
