import type { APIRoute } from "astro"
import { handleCall } from "#src/api/handler.ts"
import { paths } from "../../lib/paths.ts"
import { redirectTo } from "../../web/forms/readForm.ts"

/** The archive of a person's data, as a file to keep. */
export const POST: APIRoute = async ({ locals, clientAddress }) => {
  const answer = await handleCall(
    new Request("http://own/api/User/ExportData", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    }),
    {
      locale: locals.locale,
      correlationId: locals.correlationId,
      address: locals.clientAddress ?? clientAddress,
      member: locals.visitor.member,
    },
  )
  if (answer.status === 429) {
    const { message } = (await answer.json()) as { readonly message: string }
    return new Response(message, { status: 429, headers: { "retry-after": answer.headers.get("retry-after") ?? "" } })
  }
  if (!answer.ok) return redirectTo(`${paths.settings}#export`)
  answer.headers.set("content-disposition", `attachment; filename="quire-${locals.member?.userCode ?? "data"}.zip"`)
  return answer
}

export const GET: APIRoute = () => redirectTo(`${paths.settings}#export`)
