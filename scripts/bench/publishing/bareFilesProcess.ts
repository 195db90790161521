import { createWriteStream } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import sirv from "sirv"

/** The yardstick of delivery and uploads: sirv on a folder, and a handler that streams each request body to a file. */
const [folder = "", port = ""] = process.argv.slice(2)
const files = sirv(folder, { etag: true })
const server = createServer(async (request, response) => {
  if (request.method !== "POST") return files(request, response)
  const path = join(folder, `written-${process.pid}`)
  await pipeline(request, createWriteStream(path, { flags: "w" }))
  response.writeHead(204).end()
})
server.listen(Number(port), "127.0.0.1", () => process.send?.("ready"))
process.once("disconnect", () => process.exit())
