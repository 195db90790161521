import { Effect } from "effect"
import { currentTimeIso, type Decide, dieOnConflict, EventStore, writer } from "#core/kernel"
import { roomBusyOnConflict, toCommandResult } from "./commandHelpers.ts"
import type { ReactRequest } from "./commands.ts"
import type { ReactionEvent } from "./events.ts"
import { type findPostedEvent, senderOf } from "./findPostedEvent.ts"
import { reactionsIdOf, removalCommandId } from "./ids.ts"
import { addReaction, MessageReactions, type ReactionsState, removeReaction } from "./reaction/MessageReactions.ts"
import { type makePermissionReader, withPermission } from "./readPermissions.ts"
import { NeedPermission, NoMessage } from "./refusals.ts"
import { isNumberOf } from "./room/postMessage.ts"

/** Reactions to messages: by people who may write, never to a removed message or to someone who blocked them. */
export const makeReactionCommands = (
  known: Effect.Success<typeof makePermissionReader>,
  find: Effect.Success<typeof findPostedEvent>,
) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const write = yield* writer(MessageReactions)
    const permit = withPermission(known)

    const written = <Refusal>(
      { roomId, seq }: { readonly roomId: string; readonly seq: number },
      decide: Decide<ReactionsState, ReactionEvent, Refusal>,
    ) => Effect.map(write(reactionsIdOf(roomId, seq), decide), toCommandResult(roomId))

    /** Fails unless the person may react to this message. */
    const ensureReactable = Effect.fnUntraced(function* (roomId: string, seq: number, personId: string) {
      const senderId = senderOf(yield* find(roomId, seq))
      if (senderId === null || (yield* store.receipt(removalCommandId(roomId, seq))) !== null)
        return yield* new NoMessage()
      const { blockedIds, isForgotten } = yield* known.personOf(senderId, 0)
      if (isForgotten) return yield* new NoMessage()
      if (blockedIds.has(personId)) return yield* new NeedPermission()
    })

    return {
      react: Effect.fn("Chats.react")(({ by, room, seq, emoji, isOn }: ReactRequest) =>
        permit(by, room, (facts, personId) =>
          Effect.gen(function* () {
            const { roomId } = facts
            const state = yield* known.roomOf(roomId, 0)
            const { mayRead, mayWrite, state: viewed } = facts.permissionsIn(state)
            // Nothing reaches a person who has not answered a request.
            const mayReact = isOn ? mayWrite && viewed === "open" : mayRead
            if (!mayReact) return yield* new NeedPermission()
            if (!isNumberOf(state, seq)) return yield* new NoMessage()
            if (isOn) yield* ensureReactable(roomId, seq, personId)
            const of = { roomId, seq, personId, emoji, nowIso: yield* currentTimeIso }
            return yield* roomBusyOnConflict(written(of, isOn ? addReaction(of) : removeReaction(of)))
          }),
        ),
      ),

      forgetReactions: Effect.fn("Chats.forgetReactions")(function* (of: {
        readonly roomId: string
        readonly seq: number
        readonly personId: string
      }) {
        const decide = removeReaction({ ...of, emoji: null, nowIso: yield* currentTimeIso })
        return yield* dieOnConflict(written(of, decide))
      }),
    }
  })
