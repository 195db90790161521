import { Uploads } from "#core/media"
import { findOwnMedia, type ListedMedia } from "#projections/publishing"
import type { T } from "#src/i18n/index.ts"
import { run } from "#src/process/runtime.ts"
import { problemText } from "./problemText.ts"

/** What became of an upload, for scripts. */
export type UploadStatus =
  | { readonly state: "open" | "checking" }
  | { readonly state: "refused"; readonly message: string }
  | {
      readonly state: "ready"
      readonly media: Pick<ListedMedia, "mediaId" | "name" | "kind" | "width" | "height" | "durationMs">
    }

/** Answers the state of an upload of this person as JSON. */
export const uploadStatus = async (personId: string, mediaId: string, t: T): Promise<Response> => {
  const upload = await run(Uploads.use(({ find }) => find(mediaId)))
  if (upload?.personId !== personId) return json(404, null)
  if (upload.state === "refused") return json(200, { state: "refused", message: problemText(upload, t) })
  if (upload.state !== "accepted") return json(200, { state: upload.state === "open" ? "open" : "checking" })
  const [file] = await run(findOwnMedia(personId, [mediaId]))
  // The read model may be a moment behind.
  if (file === undefined) return json(200, { state: "checking" })
  const { name, kind, width, height, durationMs } = file
  return json(200, { state: "ready", media: { mediaId, name, kind, width, height, durationMs } })
}

const json = (status: number, body: UploadStatus | null): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
  })
