import { Effect } from "effect"
import { findPostedEvent, RoomEvents } from "#core/chat"
import { Pictures } from "#core/media"
import type { Reactor } from "#projections/runner"

/** Deletes the pictures of a removed message. */
export const removePicturesReactor = Effect.gen(function* () {
  const pictures = yield* Pictures
  const find = yield* findPostedEvent
  return {
    name: "remove_pictures",
    types: ["chat.MessageRemoved.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const removed = RoomEvents.decodeSync(type, data)
      if (removed._tag !== "chat.MessageRemoved.v1") return
      const posted = await Effect.runPromise(find(removed.roomId, removed.seq))
      if (posted === null) return
      const { clientId } = posted.data as { readonly clientId: string }
      await Effect.runPromise(pictures.forgetMessage(removed.senderId, clientId))
    },
  } satisfies Reactor
})
