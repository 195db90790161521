import { createWriteStream } from "node:fs"
import { rm } from "node:fs/promises"
import { createServer } from "node:http"
import { basename, join } from "node:path"
import { pipeline } from "node:stream/promises"
import sirv from "sirv"

/** The yardstick of delivery and uploads: sirv on a folder, and a handler that streams each request body to its own file. */
const [folder = "", port = ""] = process.argv.slice(2)
const files = sirv(folder, { etag: true })
const server = createServer(async (request, response) => {
  const path = join(folder, `written-${basename(request.url ?? "")}`)
  if (request.method === "POST") await pipeline(request, createWriteStream(path, { flags: "wx" }))
  else if (request.method === "DELETE") await rm(path)
  else return files(request, response)
  response.writeHead(204).end()
})
server.listen(Number(port), "127.0.0.1", () => process.send?.("ready"))
process.once("disconnect", () => process.exit())
