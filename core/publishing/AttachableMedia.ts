import { Context, Effect, Layer } from "effect"
import type { PostMedia } from "./posts/events.ts"

/** Port: the files that a person may show in a post. */
export class AttachableMedia extends Context.Service<
  AttachableMedia,
  {
    /** The ready files of this person among these ids; others are left out. */
    find(personId: string, mediaIds: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<PostMedia>>
  }
>()("core/publishing/AttachableMedia") {
  /** For installations and tests without uploads. */
  static readonly layerNone = Layer.succeed(AttachableMedia, { find: () => Effect.succeed([]) })
}
