import type { APIRoute } from "astro"
import { handleCall } from "#src/api/handler.ts"

const PASSED = [
  "content-type",
  "content-length",
  "content-disposition",
  "x-content-type-options",
  "content-security-policy",
  "cache-control",
] as const

/** A file of a message, as a download, for people who may read the message. */
export const GET: APIRoute = async ({ params, locals, clientAddress }) => {
  const answered = await handleCall(
    new Request("http://own/api/Message/LoadFile", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ key: (params["key"] ?? "").slice(0, 64) }),
    }),
    {
      locale: locals.locale,
      correlationId: locals.correlationId,
      address: locals.clientAddress ?? clientAddress,
      member: locals.visitor.member,
    },
  )
  if (!answered.ok) return new Response(null, { status: answered.status === 400 ? 404 : answered.status })
  const headers = new Headers()
  for (const name of PASSED) {
    const value = answered.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(answered.body, { headers })
}
