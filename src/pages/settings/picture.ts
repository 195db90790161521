import type { APIRoute } from "astro"
import { PICTURE_BYTES_MAX } from "#contract/media"
import { handleCall } from "#src/api/handler.ts"
import type { Notice } from "../../lib/notices.ts"
import { paths } from "../../lib/paths.ts"
import { callOf } from "../../web/forms/Page.ts"
import { readFiles, redirectTo } from "../../web/forms/readForm.ts"

/** A form wraps the file in a few lines of its own. */
const FORM_BYTES_MAX = PICTURE_BYTES_MAX + 20_000
const NOTICES: Readonly<Record<number, Notice>> = { 413: "picture-too-large" }

/** Takes the header image from the settings' form, without scripts too; a form without a file takes it away. */
export const POST: APIRoute = async (context) => {
  const { request, locals, clientAddress } = context
  const back = (notice: Notice) => redirectTo(`${paths.settings}#profile`, { notice })
  const form = await readFiles(request, FORM_BYTES_MAX)
  if (form === "too-large") return back("picture-too-large")
  const file = form?.get("picture") ?? undefined
  let headerImage: string | null = null
  if (file !== undefined) {
    if (!(file instanceof File)) return back("picture-unreadable")
    const kept = await handleCall(
      new Request("http://own/api/Home/UploadImage", {
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
    if (!kept.ok) return back(NOTICES[kept.status] ?? "picture-unreadable")
    const { data } = (await kept.json()) as { readonly data: { readonly key: string } }
    headerImage = data.key
  }
  const changed = await callOf(context)("UserProfile/UpdateUserProfile", { headerImage })
  return back(changed.ok ? "saved" : "picture-unreadable")
}

export const GET: APIRoute = () => redirectTo(`${paths.settings}#profile`)
