import type { APIContext } from "astro"
import { type Arrival, answerReader } from "./answerReader.ts"

/**
 * Answers an app that was given this site's address followed by `prefix`. The path is taken as it came: a stream's id may
 * hold slashes, which a router would not tell from those between the parts.
 */
export const readerRoute = (
  { request, url, locals, clientAddress }: APIContext,
  prefix: string,
): Promise<Response | null> => {
  const { site, correlationId, t } = locals
  const path = url.pathname.slice(prefix.length)
  const arrival: Arrival = {
    path,
    address: locals.clientAddress ?? clientAddress,
    origin: site.origin,
    correlationId,
    t,
  }
  return answerReader(request, arrival)
}
