import type { APIRoute } from "astro"
import { isUuid } from "#core/kernel"
import { handleCall } from "#src/api/handler.ts"

/** Every call, and the description of all of them. */
export const ALL: APIRoute = ({ request, locals, clientAddress }) => {
  const key = request.headers.get("idempotency-key")
  return handleCall(request, {
    locale: locals.locale,
    correlationId: locals.correlationId,
    address: locals.clientAddress ?? clientAddress,
    commandId: key !== null && isUuid(key) ? key : null,
  })
}
