import type { APIRoute } from "astro"
import { handleCall } from "#src/api/handler.ts"

/** Nothing in a file may run or load anything, wherever a browser shows it. */
const FILE_POLICY = "sandbox; default-src 'none'"

/**
 * A file of one of the person's tickets. Pictures, which were encoded here, are shown; everything else is a download under
 * a name of ours.
 */
export const GET: APIRoute = async ({ params, locals, clientAddress }) => {
  const { number = "", id = "" } = params
  const answered = await handleCall(
    new Request("http://own/api/Ticket/LoadAttachment", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ticketNumber: number.slice(0, 64), attachmentId: id.slice(0, 64) }),
    }),
    {
      locale: locals.locale,
      correlationId: locals.correlationId,
      address: locals.clientAddress ?? clientAddress,
      member: locals.visitor.member,
    },
  )
  if (!answered.ok) return new Response(null, { status: answered.status === 400 ? 404 : answered.status })
  const isPicture = answered.headers.get("content-type") === "image/webp"
  return new Response(answered.body, {
    headers: {
      "content-type": isPicture ? "image/webp" : "application/octet-stream",
      "content-disposition": isPicture ? "inline" : (answered.headers.get("content-disposition") ?? "attachment"),
      "x-content-type-options": "nosniff",
      "content-security-policy": FILE_POLICY,
      "cache-control": "private, no-store",
    },
  })
}
