import { Effect } from "effect"
import { MediaAccess, MediaLinks } from "#core/publishing"
import { run } from "#src/process/runtime.ts"
import { answerFile, type FileAnswer, type FileRequest } from "./fileAnswer.ts"
import { fileNameOf } from "./fileNameOf.ts"

/** A post may be hidden at any time: shared caches forget its files soon after. */
const PUBLIC_SECONDS = 300

export type MediaRequest = FileRequest & {
  readonly mediaId: string
  readonly query: URLSearchParams
  readonly personId: string | null
}

/**
 * Decides the response to a request for a file of a post; null if there is none, or none for this person: neither is
 * confirmed. Files for everyone have a stable address; others need a link that was made for this person, and the level is
 * checked again at each request.
 */
export const deliverMedia = async (request: MediaRequest): Promise<FileAnswer | null> => {
  const { mediaId, query, personId } = request
  const found = await run(
    Effect.gen(function* () {
      const grant = yield* MediaAccess.use(({ find }) => find(mediaId, personId))
      if (grant === null || grant.access === "nobody") return null
      if (grant.access === "everyone") return grant
      const claim = { expires: query.get("e"), signature: query.get("s") }
      return (yield* MediaLinks.use(({ verify }) => verify(mediaId, { personId: personId ?? "" }, claim)))
        ? grant
        : null
    }),
  )
  if (found === null) return null
  const { file, access } = found
  const answer = answerFile(request, {
    length: file.bytes,
    type: file.type,
    etag: `"${file.digest}"`,
    name: fileNameOf(file),
  })
  const own =
    access === "everyone"
      ? // Players of podcasts on other sites load what is for everyone.
        {
          "cache-control": `public, max-age=${PUBLIC_SECONDS}, no-transform`,
          "cross-origin-resource-policy": "cross-origin",
        }
      : {
          "cache-control": "private, no-cache, no-transform",
          "cross-origin-resource-policy": "same-site",
          vary: "cookie",
        }
  return { ...answer, headers: { ...answer.headers, ...own } }
}
