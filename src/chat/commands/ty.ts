import { Effect } from "effect"
import { Chats, NeedPermission } from "#core/chat"
import { readRoom } from "./fields.ts"
import type { Handler } from "./Handler.ts"

/** Says that the asker is typing. Nothing is kept of it, and it may be lost. */
export const ty: Handler = Effect.fn("Ty")(function* (asker, [scope = "", target = ""]) {
  const { node, person } = asker
  const room = yield* readRoom(asker, scope, target, "Person")
  const { mayWrite, state, roomId } = yield* Chats.use((chats) => chats.standing(room, person.personId))
  if (!mayWrite) return yield* new NeedPermission()
  // Who was asked and has not answered is told nothing of who asks but what they wrote.
  if (state === "open" || state === "invited") asker.afterwards(() => node.typing(roomId, room, person))
  return {}
})
