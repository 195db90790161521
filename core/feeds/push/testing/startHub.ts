import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

export type HubRequestFields = Readonly<Record<string, string>>

/** How the hub answers those who ask it. */
export type HubManners = {
  /** What it says to a request; 202 means that it will make sure. */
  status: number
  leaseSeconds: number
}

/** A WebSub hub with real sockets: records requests, verifies them on demand, and sends what is published. */
export const startHub = async () => {
  const requested: Array<HubRequestFields> = []
  const manners: HubManners = { status: 202, leaseSeconds: 86_400 }
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request))
    if (request.url === "/moved") return void response.writeHead(307, { location: "/hub" }).end()
    requested.push(Object.fromEntries(form))
    response.writeHead(manners.status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/hub`,
    requested: requested as ReadonlyArray<HubRequestFields>,
    manners,
    /** The question by which a hub makes sure of what it was asked. */
    questionOf: (asking: HubRequestFields) => ({
      callbackId: (asking["hub.callback"] ?? "").split("/").at(-1) ?? "",
      mode: asking["hub.mode"] ?? null,
      topic: asking["hub.topic"] ?? null,
      challenge: `challenge-${requested.indexOf(asking)}`,
      leaseSeconds: asking["hub.mode"] === "subscribe" ? String(manners.leaseSeconds) : null,
    }),
    /** What it sends to who asked. */
    newsFor: (asking: HubRequestFields, text: string, method = "sha256") => {
      const body = Buffer.from(text)
      const digest = createHmac(method, asking["hub.secret"] ?? "")
        .update(body)
        .digest("hex")
      const callbackId = (asking["hub.callback"] ?? "").split("/").at(-1) ?? ""
      return {
        callbackId,
        bytes: body,
        body: async () => body,
        contentType: "application/rss+xml",
        signature: `${method}=${digest}`,
      }
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
