import { Effect } from "effect"
import { StoredFiles } from "#core/media"
import { type LinkReader, MediaAccess, MediaLinks } from "#core/publishing"
import { run } from "#src/process/runtime.ts"
import { fileNameOf } from "./fileNameOf.ts"
import { sendFile } from "./sendFile.ts"

/** A post may be hidden at any time: shared caches forget its files soon after. */
const PUBLIC_SECONDS = 300

export type MediaRequest = {
  readonly request: Request
  readonly mediaId: string
  readonly personId: string | null
  readonly drained: (() => Promise<void>) | undefined
}

/**
 * Sends a file of a post. Files for everyone have a stable address; others need a link that was made for this person,
 * and the level is checked again at each request.
 */
export const deliverMedia = async ({ request, mediaId, personId, drained }: MediaRequest): Promise<Response> => {
  const query = new URL(request.url).searchParams
  const claim = { expires: query.get("e"), signature: query.get("s") }
  const found = await run(
    Effect.gen(function* () {
      const grant = yield* MediaAccess.use(({ find }) => find(mediaId, personId))
      if (grant === null || grant.access === "nobody") return null
      if (grant.access === "everyone") return grant
      const reader: LinkReader = { personId: personId ?? "" }
      return (yield* MediaLinks.use(({ verify }) => verify(mediaId, reader, claim))) ? grant : null
    }),
  )
  // One answer for files that do not exist and for those one may not have: neither is confirmed.
  if (found === null) return NOT_FOUND()
  const { file, access } = found
  const { readRange } = await run(StoredFiles)
  const response = await sendFile(request, {
    length: file.bytes,
    type: file.type,
    etag: `"${file.digest}"`,
    name: fileNameOf(file),
    read: (range) => readRange(mediaId, range),
    drained,
  })
  if (response.status === 404) return NOT_FOUND()
  const isPublic = access === "everyone"
  response.headers.set("cache-control", isPublic ? `public, max-age=${PUBLIC_SECONDS}` : "private, no-cache")
  // Players of podcasts on other sites load what is for everyone.
  response.headers.set("cross-origin-resource-policy", isPublic ? "cross-origin" : "same-site")
  if (!isPublic) response.headers.set("vary", "cookie")
  return response
}

const NOT_FOUND = () =>
  new Response("Not found\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  })
