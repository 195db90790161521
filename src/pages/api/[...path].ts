import type { APIRoute } from "astro"
import { handleCall } from "#src/api/handler.ts"

/** Every call, and the description of all of them. */
export const ALL: APIRoute = ({ request, locals, clientAddress }) =>
  handleCall(request, {
    locale: locals.locale,
    correlationId: locals.correlationId,
    address: locals.clientAddress ?? clientAddress,
    member: locals.visitor.member,
    hasBadToken: locals.visitor.hasBadToken,
  })
