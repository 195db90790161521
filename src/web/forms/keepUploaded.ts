import type { APIContext } from "astro"
import { PICTURE_BYTES_MAX } from "#contract/media"
import { handleCall } from "#src/api/handler.ts"
import type { PlainKey } from "#src/i18n/index.ts"
import { NOTICES, type Notice } from "#src/lib/notices.ts"
import { readFiles } from "./readForm.ts"

/** A form wraps the file in a few lines of its own. */
const FORM_BYTES_MAX = PICTURE_BYTES_MAX + 20_000

/** The fields of a form with one picture, and the key of the picture; null without a file. */
export type UploadedForm = { readonly form: FormData; readonly key: string | null }

/** Stores the picture in the field `picture` of a posted form. Returns the notice to show if that fails. */
export const keepUploaded = async ({
  request,
  locals,
  clientAddress,
}: Pick<APIContext, "request" | "locals" | "clientAddress">): Promise<UploadedForm | Notice> => {
  const form = await readFiles(request, FORM_BYTES_MAX)
  if (form === "too-large") return "picture-too-large"
  if (form === null)
    return request.headers.get("content-type")?.startsWith("multipart/")
      ? "picture-unreadable"
      : { form: new FormData(), key: null }
  const file = form.get("picture")
  if (!(file instanceof File)) return { form, key: null }
  const stored = await storePicture({ locals, clientAddress }, file)
  return "key" in stored ? { form, key: stored.key } : stored.notice
}

/** Stores a picture for the reader of a page. Returns its key, or the notice and the message of what is wrong. */
export const storePicture = async (
  { locals, clientAddress }: Pick<APIContext, "locals" | "clientAddress">,
  file: File,
  purpose: "profile" | "post" = "profile",
): Promise<{ readonly key: string } | { readonly notice: Notice; readonly problem: PlainKey }> => {
  const uploaded = await handleCall(
    new Request(`http://own/api/Home/UploadImage?purpose=${purpose}`, {
      method: "POST",
      headers: { "content-type": "application/octet-stream" },
      body: await file.arrayBuffer(),
    }),
    {
      locale: locals.locale,
      correlationId: locals.correlationId,
      address: locals.clientAddress ?? clientAddress,
      member: locals.visitor.member,
    },
  )
  if (!uploaded.ok) {
    const notice = uploaded.status === TOO_LARGE ? "picture-too-large" : "picture-unreadable"
    return { notice, problem: NOTICES[notice] }
  }
  const { data } = (await uploaded.json()) as { readonly data: { readonly key: string } }
  return { key: data.key }
}

const TOO_LARGE = 413
