import { Effect, Result } from "effect"
import { FORM_FILE_BYTES_MAX } from "#contract/media"
import { Uploads } from "#core/media"
import { MediaFiles } from "#core/publishing"
import { waitFor } from "#projections/runner"
import type { PlainKey } from "#src/i18n/index.ts"
import { paths } from "#src/lib/paths.ts"
import { run } from "#src/process/runtime.ts"
import type { ActingPage } from "./Page.ts"
import { readFields, readFiles, redirectTo } from "./readForm.ts"

/** A form wraps the file in a few lines of its own. */
const FORM_BYTES_MAX = FORM_FILE_BYTES_MAX + 20_000
const SEEN_MS_MAX = 2_000

/** What is wrong with a posted form of the page of files, as the key of a message; null if nothing was posted. */
export const handleFilesForm = async (page: ActingPage, personId: string): Promise<Response | PlainKey | null> => {
  const { request } = page
  if (request.method !== "POST") return null
  if (request.headers.get("content-type")?.startsWith("multipart/form-data")) return receive(request, personId)
  const fields = await readFields(request)
  const mediaId = fields.get("mediaId") ?? ""
  if (fields.get("do") === "cancel") {
    await run(Uploads.use(({ cancel }) => cancel(personId, mediaId)))
    return redirectTo(paths.files)
  }
  if (fields.get("do") !== "delete") return null
  const removed = await run(Effect.result(MediaFiles.use(({ remove }) => remove(personId, mediaId))))
  if (Result.isFailure(removed)) return removed.failure.messageKey
  await run(waitFor("media_files", removed.success, SEEN_MS_MAX).pipe(Effect.ignore))
  return redirectTo(paths.files, { notice: "file-deleted" })
}

/** Takes a small file in one request, for pages without scripts. */
const receive = async (request: Request, personId: string): Promise<Response | PlainKey> => {
  const form = await readFiles(request, FORM_BYTES_MAX)
  if (form === "too-large") return "media.files.formTooLarge"
  const file = form?.get("file")
  if (!(file instanceof File) || file.size === 0) return "media.files.chooseFirst"
  if (file.size > FORM_FILE_BYTES_MAX) return "media.files.formTooLarge"
  const begun = await run(
    Effect.result(Uploads.use(({ begin }) => begin(personId, { name: file.name, bytes: file.size }))),
  )
  if (Result.isFailure(begun)) return begun.failure.messageKey
  const { append } = await run(Uploads)
  await append(begun.success, 0, file.stream() as unknown as AsyncIterable<Uint8Array>)
  return redirectTo(paths.files, { notice: "file-uploaded" })
}
