import { Context, Effect, Layer } from "effect"
import { Channel } from "#core/channels"
import { Entitlements, PERMISSION_AGE_MS_MAX } from "#core/chat"
import { cachedReader, isUuid } from "#core/kernel"
import { POST_LEVEL } from "../limits.ts"
import { MediaFile, type MediaState } from "./MediaFile.ts"
import { levelIn, PostParts } from "./PostParts.ts"

/** A stored file, and who may have it: everyone, this viewer, or this viewer not. */
export type MediaGrant = {
  readonly file: Pick<MediaState, "kind" | "type" | "digest" | "bytes">
  readonly access: "everyone" | "viewer" | "nobody"
}

/**
 * Decides who may have a file, from the newest facts: its creator, the posts that it stands in, whether they are
 * published in a channel that is not withheld, the level of the part, and the viewer's level. Answers are at most a second old.
 */
export class MediaAccess extends Context.Service<
  MediaAccess,
  {
    /** Null if there is no such file. @param viewerId null for a guest */
    find(mediaId: string, viewerId: string | null): Effect.Effect<MediaGrant | null>
    /** The files of a post now and in all its versions. */
    partsOf(postId: string): Effect.Effect<typeof PostParts.initial>
  }
>()("core/publishing/MediaAccess") {
  static readonly layer = Layer.effect(
    MediaAccess,
    Effect.gen(function* () {
      const [cached, entitlements] = [yield* cachedReader, yield* Entitlements]
      const [fileOf, postOf, channelOf] = [cached.of(MediaFile), cached.of(PostParts), cached.of(Channel)]

      const isWithheld = Effect.fnUntraced(function* (channelId: number | null) {
        if (channelId === null) return false
        const [channel] = yield* cached.read([channelOf(String(channelId))], PERMISSION_AGE_MS_MAX)
        return channel.isWithheld
      })

      /** The lowest level that any post asks for the file; null if no published post shows it. */
      const levelOf = Effect.fnUntraced(function* (mediaId: string, { personId, postIds }: MediaState) {
        const levels: Array<number> = []
        for (const postId of postIds) {
          const [post] = yield* cached.read([postOf(postId)], PERMISSION_AGE_MS_MAX)
          const level = post.personId === personId ? levelIn(post, mediaId) : null
          if (level !== null && !(yield* isWithheld(post.channelId))) levels.push(level)
        }
        return levels.length === 0 ? null : Math.min(...levels)
      })

      return MediaAccess.of({
        find: Effect.fn("MediaAccess.find")(function* (mediaId, viewerId) {
          if (!isUuid(mediaId)) return null
          const [file] = yield* cached.read([fileOf(mediaId)], PERMISSION_AGE_MS_MAX)
          const { personId } = file
          if (personId === null || file.isRemoved) return null
          const levelId = yield* levelOf(mediaId, file)
          if (levelId === POST_LEVEL.everyone) return { file, access: "everyone" }
          if (viewerId === personId) return { file, access: "viewer" }
          if (levelId === null || viewerId === null) return { file, access: "nobody" }
          const held = yield* entitlements.levelFor(personId, viewerId, levelId)
          return { file, access: held >= levelId ? "viewer" : "nobody" }
        }),
        partsOf: (postId) => Effect.map(cached.read([postOf(postId)], 0), ([post]) => post),
      })
    }),
  ).pipe(Layer.provide(Entitlements.layer))
}
