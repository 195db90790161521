import { Effect } from "effect"
import { type CannotAdd, Chats, type InvalidGroupName, type NeedPermission, type TooMany } from "#core/chat"
import { findPersonIdsByCode } from "#projections/accounts"
import { findGroup } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { answer, BadRequest, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"

type Starting = { readonly name: string; readonly userCodes: ReadonlyArray<string>; readonly clientId: string }
type Changing = {
  readonly groupId: string
  readonly change: "rename" | "add" | "remove" | "handOver" | "leave"
  readonly name?: string
  readonly userCode?: string
}

/** Handlers of groups.contract.ts; resolved once for the group of calls. */
export const groupHandlers = Effect.gen(function* () {
  const chats = yield* Chats
  const provide = Effect.provide(yield* Effect.context<Services>())
  const [limited, limitedWriting] = [yield* limitedAsStandard, yield* writing]

  const change = ({ groupId, change, name = "" }: Changing, by: string, personId: string) => {
    switch (change) {
      case "rename":
        return chats.renameGroup({ by, groupId, name })
      case "add":
        return chats.addGroupMember({ by, groupId, personId })
      case "remove":
        return chats.removeGroupMember({ by, groupId, personId })
      case "handOver":
        return chats.handOverGroup({ by, groupId, personId })
      case "leave":
        return chats.removeGroupMember({ by, groupId, personId: by })
    }
  }

  return {
    StartGroup: Effect.fn("StartGroup")(function* ({
      payload: { name, userCodes, clientId },
    }: {
      readonly payload: Starting
    }) {
      const { personId: by } = yield* requireMember
      yield* limitedWriting
      const found = yield* findPersonIdsByCode(userCodes)
      // An unknown code is refused like a person who cannot be added.
      const personIds = userCodes.map((code) => found.get(code) ?? "")
      const { groupId, position } = yield* chats
        .startGroup({ by, name, personIds, clientId })
        .pipe(Effect.catch(refuse))
      if (position > 0) yield* waitFor("chat", position)
      return answer({ group: yield* groupOf(by, groupId) })
    }, provide),

    LoadGroup: Effect.fn("LoadGroup")(function* ({
      payload: { groupId },
    }: {
      readonly payload: { readonly groupId: string }
    }) {
      const { personId } = yield* requireMember
      yield* limited
      return answer({ group: yield* groupOf(personId, groupId) })
    }, provide),

    UpdateGroup: Effect.fn("UpdateGroup")(function* ({ payload }: { readonly payload: Changing }) {
      const { personId: by } = yield* requireMember
      yield* limitedWriting
      // The same answer for a group that does not exist and one of others.
      yield* groupOf(by, payload.groupId)
      const { userCode } = payload
      const personId = userCode === undefined ? "" : ((yield* findPersonIdsByCode([userCode])).get(userCode) ?? "")
      const { position } = yield* change(payload, by, personId).pipe(Effect.catch(refuse))
      if (position > 0) yield* waitFor("chat", position)
      return answer({ group: payload.change === "leave" ? null : yield* groupOf(by, payload.groupId) })
    }, provide),
  }
})

const groupOf = Effect.fnUntraced(function* (personId: string, groupId: string) {
  const found = yield* findGroup(personId, groupId)
  if (found === null) return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("chat.group.gone")))
  const { name, ownerId, members } = found
  return {
    groupId,
    name: name ?? "",
    own: ownerId === personId,
    members: members.map((member) => ({
      userCode: member.userCode,
      displayName: member.displayName ?? member.userCode,
      headerImage: member.headerImage,
      owner: member.personId === ownerId,
    })),
  }
})

const refuse = Effect.fnUntraced(function* (refused: NeedPermission | InvalidGroupName | CannotAdd | TooMany) {
  const t = translator((yield* CurrentCaller).locale)
  if (refused._tag === "InvalidGroupName") {
    const message = t(refused.messageKey, { count: refused.count })
    return yield* new BadRequest({ ...refusal(message), errors: { name: [message] } })
  }
  const message = refused._tag === "TooMany" ? t(refused.messageKey, { count: refused.count }) : t(refused.messageKey)
  return yield* new Conflict(refusal(message))
})
