import type { IncomingMessage, ServerResponse } from "node:http"
import { run } from "#src/process/runtime.ts"
import { deliverMemberFile } from "../syndication/memberFeed.ts"
import { headerReader, writeFileAnswer } from "./serveMedia.ts"

const ADDRESS = /^\/feeds\/mine\/([a-z2-7]{32})\/([0-9a-f-]{36})\.[a-z0-9]{1,5}(?:\?.{0,400})?$/

/**
 * Serves files of private feeds on the connection itself, as other files of posts. Returns false for other requests: the
 * feeds themselves are pages.
 */
export const serveMemberFile = async (
  request: IncomingMessage,
  response: ServerResponse,
  https: boolean,
): Promise<boolean> => {
  const { method = "" } = request
  const [, token, mediaId] = ADDRESS.exec(request.url ?? "") ?? []
  if (token === undefined || mediaId === undefined || (method !== "GET" && method !== "HEAD")) return false
  const answer = await run(deliverMemberFile({ token, mediaId }, { method, header: headerReader(request) }))
  await writeFileAnswer({ method, response, https }, mediaId, answer)
  return true
}
