import type { APIRoute } from "astro"
import { handleCall } from "../../api/handler.ts"

/** A preview of an own document for the page of the identity check, which also works without scripts. */
export const GET: APIRoute = ({ request, locals, clientAddress, url }) =>
  handleCall(
    new Request("http://own/api/UserProfile/LoadIdentityImage", {
      method: "POST",
      headers: { "content-type": "application/json", cookie: request.headers.get("cookie") ?? "" },
      body: JSON.stringify({ documentId: url.searchParams.get("document") ?? "" }),
    }),
    {
      locale: locals.locale,
      correlationId: locals.correlationId,
      address: locals.clientAddress ?? clientAddress,
      member: locals.visitor.member,
    },
  )
