import type { IncomingMessage, ServerResponse } from "node:http"
import { pipeline } from "node:stream/promises"
import { channelsOf } from "#projections/channels"
import { run } from "#src/process/runtime.ts"
import { ownHeaders, personOf } from "../media/serveMedia.ts"
import { writeExport } from "./writeExport.ts"

const ADDRESS = /^\/media\/export\/(\d{1,9})\.zip$/
/** Exports at the same time: one for each creator, so that nobody reads a whole archive many times at once. */
const EXPORTS_AT_ONCE_MAX = 8
const RETRY_SECONDS = 30
const running = new Set<string>()

/**
 * Serves the export of a channel to its creator, on the connection itself as files are: archives may have gigabytes.
 * Returns false for other requests.
 */
export const serveExport = async (
  request: IncomingMessage,
  response: ServerResponse,
  https: boolean,
): Promise<boolean> => {
  const [, number] = ADDRESS.exec(request.url ?? "") ?? []
  if (number === undefined || request.method !== "GET") return false
  const personId = await personOf(request)
  const channel =
    personId === null
      ? undefined
      : (await run(channelsOf(personId))).find(({ channelId }) => channelId === Number(number))
  const refuse = (status: number, more: Record<string, string> = {}) => {
    const text = status === 404 ? "Not found\n" : "Another export is running\n"
    response.writeHead(status, { ...ownHeaders(https), ...PLAIN, ...more }).end(text)
    return true
  }
  // Channels of others are not confirmed.
  if (personId === null || channel === undefined) return refuse(404)
  if (running.has(personId) || running.size >= EXPORTS_AT_ONCE_MAX)
    return refuse(429, { "retry-after": String(RETRY_SECONDS) })
  running.add(personId)
  try {
    const zip = await run(writeExport(channel))
    response.writeHead(200, {
      ...ownHeaders(https),
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${channel.code}.zip"`,
      "cache-control": "private, no-store",
    })
    await pipeline(zip.outputStream, response)
  } catch (error) {
    // The client has gone: nothing is wrong.
    if (!response.destroyed) throw error
  } finally {
    running.delete(personId)
  }
  return true
}

const PLAIN = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" }
