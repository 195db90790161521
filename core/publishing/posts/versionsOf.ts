import { Effect } from "effect"
import { EventStore, Sealing } from "#core/kernel"
import { PostEvents } from "./events.ts"
import { type PostVersion, versionOf } from "./Post.ts"

/** A saved version of a post. */
export type SavedVersion = PostVersion & { readonly revision: number; readonly savedAt: string }

const PAGE = 200

/** Reads all versions of a post from its stream, the oldest first. */
export const versionReader = Effect.gen(function* () {
  const [store, sealing] = [yield* EventStore, yield* Sealing]
  return Effect.fnUntraced(function* (postId: string) {
    const versions: Array<SavedVersion> = []
    for (let after = 0; ; ) {
      const page = yield* store.readStream(`post-${postId}`, after, PAGE)
      for (const stored of page) {
        after = stored.version
        if (!PostEvents.seals(stored.type)) continue
        const event = yield* PostEvents.decode(stored).pipe(Effect.provideService(Sealing, sealing), Effect.orDie)
        if (event._tag === "publishing.PostCreated.v1")
          versions.push({ ...versionOf(event), revision: 1, savedAt: event.createdAt })
        if (event._tag === "publishing.PostRevised.v1")
          versions.push({ ...versionOf(event), revision: event.revision, savedAt: event.revisedAt })
      }
      if (page.length < PAGE) return versions
    }
  })
})
