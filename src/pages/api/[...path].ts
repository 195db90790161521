import type { APIRoute } from "astro"
import { handleCall } from "#src/api/handler.ts"

/** All calls, and their OpenAPI description. */
export const ALL: APIRoute = ({ request, locals, clientAddress }) =>
  handleCall(request, {
    locale: locals.locale,
    correlationId: locals.correlationId,
    address: locals.clientAddress ?? clientAddress,
    member: locals.visitor.member,
    hasBadToken: locals.visitor.hasBadToken,
  })
