import { Effect } from "effect"
import {
  type BadGroupName,
  type EmptyRule,
  Follows,
  type FollowsCommand,
  type FollowsEvent,
  type FollowsState,
  type NoGroup,
  type TooManyFollows,
} from "#core/follows"
import type { AnswerOf } from "#core/kernel"
import { personFollows } from "#projections/follows"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, Conflict, NotFound, refusal } from "./envelope.ts"
import { CurrentCaller } from "./Guard.ts"
import { writing } from "./limits.ts"
import { requireMember } from "./requireMember.ts"

type Refusal = TooManyFollows | BadGroupName | EmptyRule | NoGroup

/** Reading and changing the caller's own follows; resolved once per group of handlers. */
export const ownFollows = Effect.gen(function* () {
  const follows = yield* Follows
  const limited = yield* writing

  /**
   * Applies a command of the signed-in caller and waits until the change can be read. Returns the receipt's answer.
   *
   * @param answerOf stored with the command's receipt
   * @param nameField the payload field that held the group's name, for refusals
   */
  const dispatch = Effect.fnUntraced(function* (
    command: FollowsCommand<Refusal>,
    { answerOf, nameField = "groupName" }: DispatchOptions = {},
  ) {
    const { personId } = yield* requireMember
    yield* limited
    const { position, answer } = yield* follows
      .dispatch(personId, command, answerOf)
      .pipe(Effect.catch((error) => refuse(error, nameField)))
    if (position > 0) yield* waitFor("follows", position)
    return answer
  })

  /** The caller's follows; with a group named, its feeds only. */
  const find = Effect.fnUntraced(function* ({ groupId, groupName }: GroupRef) {
    const { personId } = yield* requireMember
    const own = yield* personFollows(personId)
    const isOne = (groupId ?? "") !== "" || groupName !== undefined
    if (!isOne) return { ...own, feedIds: [...new Set([...own.byGroup.values()].flat())] }
    const name = groupId ? [...own.groupIds].find(([, id]) => id === groupId)?.[0] : groupName
    const feedIds = name === undefined ? undefined : (own.byGroup.get(name) ?? (name === "" ? [] : undefined))
    if (feedIds !== undefined) return { ...own, feedIds }
    const { locale } = yield* CurrentCaller
    return yield* new NotFound(refusal(translator(locale)("groups.unknown")))
  })

  return { dispatch, find }
})

type DispatchOptions = { readonly answerOf?: AnswerOf<FollowsState, FollowsEvent>; readonly nameField?: string }
type GroupRef = { readonly groupId?: string; readonly groupName?: string }

const refuse = Effect.fnUntraced(function* (error: Refusal, nameField: string) {
  const t = translator((yield* CurrentCaller).locale)
  switch (error._tag) {
    case "TooManyFollows":
      return yield* new Conflict(refusal(t(error.messageKey, { count: error.count })))
    case "NoGroup":
      return yield* new NotFound(refusal(t(error.messageKey)))
    case "EmptyRule": {
      const message = t(error.messageKey)
      return yield* new BadRequest({ ...refusal(message), errors: { words: [message] } })
    }
    case "BadGroupName": {
      const message = t(error.messageKey)
      return yield* new BadRequest({ ...refusal(message), errors: { [nameField]: [message] } })
    }
  }
})
