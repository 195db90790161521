import { Effect } from "effect"
import { Chats } from "#core/chat"
import { Pictures } from "#core/media"

/** Deletes uploaded pictures that no message used, or whose message is gone. */
export const sweepPictures = Effect.gen(function* () {
  const { messageExists } = yield* Chats
  yield* Pictures.use(({ sweep }) => sweep(messageExists))
})
