import { Effect } from "effect"
import { findPostedEvent, RoomEvents } from "#core/chat"
import { SubjectEvents } from "#core/kernel"
import { Pictures } from "#core/media"
import type { Reactor } from "#projections/runner"

/** Deletes the pictures of an erased person from all storage. */
export const erasePicturesReactor = Effect.gen(function* () {
  const pictures = yield* Pictures
  return {
    name: "erase_pictures",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      await Effect.runPromise(pictures.forget(subjectId))
    },
  } satisfies Reactor
})

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
