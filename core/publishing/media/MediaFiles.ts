import { Clock, Context, Effect, Layer } from "effect"
import { dieOnConflict, isUuid, writer } from "#core/kernel"
import { type ReceivedFile, StoredFiles } from "#core/media"
import { attachMedia, detachMedia, MediaFile, receiveMedia, removeMedia } from "./MediaFile.ts"
import { NoMedia } from "./refusals.ts"

type Attachment = { readonly personId: string; readonly mediaId: string; readonly postId: string }

/** Commands on the files of creators. They return the log position to wait for. */
export class MediaFiles extends Context.Service<
  MediaFiles,
  {
    /** Accepts an examined file; idempotent. */
    receive(file: ReceivedFile): Effect.Effect<number>
    /** Notes that a file stands in a post of the same person, in a part of this level. */
    attach(attachment: Attachment & { readonly levelId: number }): Effect.Effect<number, NoMedia>
    /** Notes that a file does not stand in a post any more; idempotent. */
    detach(attachment: Attachment): Effect.Effect<number>
    /** Deletes a file of one's own, in all posts; idempotent. */
    remove(personId: string, mediaId: string): Effect.Effect<number, NoMedia>
  }
>()("core/publishing/MediaFiles") {
  static readonly layer = Layer.effect(
    MediaFiles,
    Effect.gen(function* () {
      const [write, stored] = [yield* writer(MediaFile), yield* StoredFiles]
      const change = Effect.fnUntraced(function* <Refusal>(
        mediaId: string,
        decide: (nowMs: number) => Parameters<typeof write<Refusal>>[1],
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        return (yield* write(mediaId, decide(nowMs)).pipe(dieOnConflict)).receipt.position
      })
      return MediaFiles.of({
        receive: (file) => change(file.mediaId, (nowMs) => receiveMedia(file, nowMs)),
        attach: (attachment) => change(attachment.mediaId, (nowMs) => attachMedia({ ...attachment, nowMs })),
        detach: (attachment) => change(attachment.mediaId, (nowMs) => detachMedia({ ...attachment, nowMs })),
        remove: Effect.fn("MediaFiles.remove")(function* (personId, mediaId) {
          if (!isUuid(mediaId)) return yield* new NoMedia({})
          const position = yield* change(mediaId, (nowMs) => removeMedia({ personId, mediaId, nowMs }))
          // After the event: if this is cut short, a reactor deletes the file.
          yield* stored.remove(mediaId)
          return position
        }),
      })
    }),
  )
}
