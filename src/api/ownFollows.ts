import { Effect } from "effect"
import {
  type BadGroupName,
  Follows,
  type FollowsEvent,
  type FollowsState,
  type NoGroup,
  type TooManyFollows,
  type Verb,
} from "#core/follows"
import type { AnswerOf } from "#core/kernel"
import { personFollows } from "#projections/follows"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { NotFound, refusal } from "./envelope.ts"
import { refuseFollow } from "./feed/follow.refusals.ts"
import { CurrentCaller } from "./Guard.ts"
import { writing } from "./limits.ts"
import { member } from "./member.ts"

/** What calls about the caller's own follows have in common; resolved once for a group of handlers. */
export const ownFollows = Effect.gen(function* () {
  const desk = yield* Follows
  const limited = yield* writing

  /** Carries out a command of the signed-in caller, and waits until they can read what came of it. Answers what it answered. */
  const carryOut = Effect.fnUntraced(function* (
    verb: Verb<TooManyFollows | BadGroupName | NoGroup>,
    { answerOf, nameField }: Options = {},
  ) {
    const { personId } = yield* member
    yield* limited
    const { position, answer } = yield* desk
      .carryOut(personId, verb, answerOf)
      .pipe(Effect.catch(refuseFollow(nameField)))
    if (position > 0) yield* waitFor("follows", position)
    return answer
  })

  /** The caller's follows, of one group where one is named. */
  const find = Effect.fnUntraced(function* ({ groupId, groupName }: Which) {
    const { personId } = yield* member
    const follows = yield* personFollows(personId)
    const isOne = (groupId ?? "") !== "" || groupName !== undefined
    if (!isOne) return { ...follows, feedIds: [...new Set([...follows.byGroup.values()].flat())] }
    const name = groupId ? [...follows.groupIds].find(([, id]) => id === groupId)?.[0] : groupName
    const feedIds = name === undefined ? undefined : (follows.byGroup.get(name) ?? (name === "" ? [] : undefined))
    if (feedIds !== undefined) return { ...follows, feedIds }
    const { locale } = yield* CurrentCaller
    return yield* new NotFound(refusal(translator(locale)("groups.unknown")))
  })

  return { carryOut, find }
})

type Options = {
  /** What is kept with the command's receipt, and answered. */
  readonly answerOf?: AnswerOf<FollowsState, FollowsEvent>
  /** The field in which a group's name was given. */
  readonly nameField?: string
}
type Which = { readonly groupId?: string; readonly groupName?: string }
