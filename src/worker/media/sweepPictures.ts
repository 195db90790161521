import { Effect } from "effect"
import { Chats } from "#core/chat"
import { Pictures } from "#core/media"

/** Forgets pictures that were brought for messages which never came, or are gone. */
export const sweepPictures = Effect.gen(function* () {
  const { messageExists } = yield* Chats
  yield* Pictures.use(({ sweep }) => sweep(messageExists))
})
