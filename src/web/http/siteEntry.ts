import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import { createApp } from "astro/app/entrypoint"
import { createRequestFromNodeRequest, getAbortControllerCleanup, writeResponse } from "astro/app/node"
import type { SiteHandler } from "./openSite.ts"
import type { PageParts } from "./PageParts.ts"

/** Bytes of a request body, other than an upload's. */
const BODY_BYTES_MAX = 16 * 1024 * 1024

const app = createApp({ streaming: false })

process.on("unhandledRejection", (reason) => {
  console.error("Unhandled rejection while rendering", reason)
})

/**
 * Renders pages and calls. In place of the entry of @astrojs/node, which sends each page as a stream, and follows each
 * request through all its promises to name it in one message.
 */
export const handler: SiteHandler = async (request, response, next, locals) => {
  if (FILES.test(request.headers["content-type"] ?? "")) Object.assign(request, { body: wipedAtEnd(request, response) })
  const webRequest = createRequestFromNodeRequest(request, { bodySizeLimit: BODY_BYTES_MAX })
  const routeData = app.match(webRequest)
  if (routeData === undefined) {
    getAbortControllerCleanup(request)?.()
    return next()
  }
  const answer = await app.render(webRequest, { addCookieHeader: true, locals, routeData })
  await send(answer, request, response, (locals as { readonly parts?: PageParts }).parts)
}

/** Bodies with files, which may be documents of a person. */
const FILES = /^(?:multipart\/form-data|application\/octet-stream)/i

/** The body of a request, whose buffers are overwritten with the end of the response: what reads it makes copies. */
async function* wipedAtEnd(request: IncomingMessage, response: ServerResponse): AsyncGenerator<Buffer> {
  const chunks: Array<Buffer> = []
  response.once("close", () => {
    for (const chunk of chunks) chunk.fill(0)
  })
  for await (const chunk of request as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    yield chunk
  }
}

const send = async (
  answer: Response,
  request: IncomingMessage,
  response: ServerResponse,
  parts: PageParts | undefined,
): Promise<void> => {
  const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true
  if (!isPage || parts === undefined || answer.body === null) return void (await writeResponse(answer, response))
  const page = parts.fill(new Uint8Array(await answer.arrayBuffer()))
  getAbortControllerCleanup(request)?.()
  response.writeHead(answer.status, { ...headersOf(answer.headers), "content-length": page.length }).end(page)
}

const headersOf = (headers: Headers): OutgoingHttpHeaders => {
  const cookies = headers.getSetCookie()
  return { ...Object.fromEntries(headers), ...(cookies.length > 0 && { "set-cookie": cookies }) }
}
