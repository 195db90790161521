import { Effect, Result } from "effect"
import { FORM_FILE_BYTES_MAX } from "#contract/media"
import { Imports } from "#core/imports"
import { Uploads } from "#core/media"
import type { PlainKey } from "#src/i18n/index.ts"
import { paths } from "#src/lib/paths.ts"
import { run } from "#src/process/runtime.ts"
import type { ActingPage } from "./Page.ts"
import { readFields, readFiles, redirectTo } from "./readForm.ts"

/** A form wraps the file in a few lines of its own. */
const FORM_BYTES_MAX = FORM_FILE_BYTES_MAX + 20_000

/** What is wrong with a posted form of the page of imports, as the key of a message; null if nothing was posted. */
export const handleImportForm = async (
  { request }: ActingPage,
  personId: string,
): Promise<Response | PlainKey | null> => {
  if (request.method !== "POST") return null
  if (request.headers.get("content-type")?.startsWith("multipart/form-data")) return begin(request, personId)
  const fields = await readFields(request)
  const importId = fields.get("importId") ?? ""
  const imports = await run(Imports)
  const site = fields.get("siteUrl")?.trim() ?? ""
  const options = {
    publishes: fields.get("how") === "publish",
    bringsBack: fields.has("bringsBack"),
    siteUrl: site === "" ? null : site,
  }
  const work =
    fields.get("do") === "cancel" ? imports.cancel(personId, importId) : imports.start(personId, importId, options)
  const done = await run(Effect.result(work))
  return Result.isFailure(done) ? done.failure.messageKey : redirectTo(paths.importOf(importId))
}

/** Begins an import of an upload, or of a small file in the form itself, for pages without scripts. */
const begin = async (request: Request, personId: string): Promise<Response | PlainKey> => {
  const form = await readFiles(request, FORM_BYTES_MAX)
  if (form === "too-large") return "media.files.formTooLarge"
  const [file, named, channel] = [form?.get("file"), form?.get("uploadId"), form?.get("channelId")]
  const uploadId = typeof named === "string" && named !== "" ? named : await receive(file, personId)
  if (typeof uploadId !== "string") return uploadId.problem
  const begun = await run(Effect.result(Imports.use((imports) => imports.begin(personId, Number(channel), uploadId))))
  return Result.isFailure(begun) ? begun.failure.messageKey : redirectTo(paths.importOf(begun.success))
}

const receive = async (
  file: FormDataEntryValue | null | undefined,
  personId: string,
): Promise<string | { readonly problem: PlainKey }> => {
  if (!(file instanceof File) || file.size === 0) return { problem: "media.files.chooseFirst" }
  if (file.size > FORM_FILE_BYTES_MAX) return { problem: "media.files.formTooLarge" }
  const { append, begin: beginUpload } = await run(Uploads)
  const begun = await run(
    Effect.result(beginUpload(personId, { name: file.name, bytes: file.size, purpose: "import" })),
  )
  if (Result.isFailure(begun)) return { problem: begun.failure.messageKey }
  await append(begun.success, 0, file.stream() as unknown as AsyncIterable<Uint8Array>)
  return begun.success
}
