import { Effect } from "effect"
import { MediaLinks, type PostMedia, type ResolvedMedia } from "#core/publishing"
import { fileNameOf } from "./fileNameOf.ts"

/**
 * Makes the `resolveMedia` of the renderer for a part of a post. Only the files of that part resolve.
 * @param media the files of the part
 * @param readerId the person that it is rendered for; null for a part that everyone may read
 */
export const mediaResolver = Effect.fn("mediaResolver")(function* (
  media: ReadonlyArray<PostMedia>,
  readerId: string | null,
) {
  const links = yield* MediaLinks
  const resolved = new Map<string, ResolvedMedia>()
  for (const { mediaId, kind, width, height, durationMs } of media) {
    const name = fileNameOf({ kind })
    const url =
      readerId === null
        ? links.publicPath(mediaId, name)
        : yield* links.signedPath(mediaId, name, { personId: readerId })
    resolved.set(mediaId, { kind, url, width, height, durationMs })
  }
  return (mediaId: string): ResolvedMedia | null => resolved.get(mediaId) ?? null
})
