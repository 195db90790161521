import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request to an engine, as received. */
export type ReceivedRequest = {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: Record<string, unknown>
}

export type EngineServer = {
  readonly url: string
  readonly requested: ReadonlyArray<ReceivedRequest>
  readonly close: () => Promise<void>
}

const start = async (answer: (requested: ReceivedRequest, response: ServerResponse) => void): Promise<EngineServer> => {
  const requests: Array<ReceivedRequest> = []
  const listener: RequestListener = async (request, response) => {
    const one = {
      path: request.url ?? "",
      authorization: request.headers.authorization,
      body: JSON.parse((await read(request)) || "{}") as Record<string, unknown>,
    }
    requests.push(one)
    answer(one, response)
  }
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested: requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

const read = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks).toString()
}

type Message = { readonly role: string; readonly content: string }

/** The response of a chat server, streamed according to `stream`, or the name of a fault. */
export type Speech = {
  readonly post?: (text: string, system: string) => string
  readonly stream?: boolean
  readonly fault?: "busy" | "key" | "length" | "cut" | "open" | "garbage" | "silence" | "error"
}

/**
 * A server that speaks the chat completions protocol: server-sent events with the answer in small pieces, cut at any byte,
 * between comments, with a first piece that only names the role and a last one that only counts tokens. By default it
 * answers a text in capitals.
 */
export const startChatServer = (speech: Speech = {}) =>
  start(({ body }, response) => {
    const { post: log = (text) => text.toUpperCase(), stream = true, fault } = speech
    const messages = body["messages"] as ReadonlyArray<Message>
    const [system = "", user = ""] = messages.map(({ content }) => content)
    if (fault === "busy") return fail(response, 429, { error: { message: "rate limited", type: "rate_limit_error" } })
    if (fault === "key") return fail(response, 401, { error: { message: "Incorrect API key provided" } })
    if (fault === "garbage") return void response.writeHead(200, { "content-type": "application/json" }).end("<html>")
    const finish = fault === "length" ? "length" : "stop"
    const text = fault === "silence" ? "" : log(user, system)
    if (!stream || body["stream"] !== true) {
      const choices = [{ index: 0, message: { role: "assistant", content: text }, finish_reason: finish }]
      return fail(response, 200, { id: "c1", object: "chat.completion", choices })
    }
    const chunk = (delta: object, more: object = {}) =>
      `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\r\n\r\n`
    const pieces = text.match(/[\s\S]{1,4}/gu) ?? []
    const events = [
      ": waiting\n\n",
      chunk({ role: "assistant", content: "" }),
      ...pieces.map((content) => chunk({ content })),
      ...(fault === "error" ? [`data: ${JSON.stringify({ error: { message: "the model fell over" } })}\n\n`] : []),
      chunk({}, { finish_reason: finish }),
      `data: ${JSON.stringify({ id: "c1", choices: [], usage: { total_tokens: 7 } })}\n\n`,
      "data: [DONE]\n\n",
    ]
    response.writeHead(200, { "content-type": "text/event-stream" })
    const bytes = Buffer.from((fault === "open" ? events.slice(0, 3) : events).join(""))
    if (fault === "cut") return void response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
    // Cut where no event ends, and in the middle of characters.
    for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7))
    response.end()
  })

const fail = (response: ServerResponse, status: number, body: object) =>
  void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))

/** A server that speaks the protocol of LibreTranslate: it reverses texts, into the given languages. */
export const startLibreTranslate = (languages: ReadonlyArray<string> = ["en", "de", "zh-Hans"], key?: string) =>
  start(({ path, body }, response) => {
    if (path === "/languages") {
      const offered = languages.map((code) => ({ code, name: code, targets: languages }))
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(offered))
    }
    if (path !== "/translate") return void response.writeHead(404).end()
    if (key !== undefined && body["api_key"] !== key) return fail(response, 403, { error: "Invalid API key" })
    const { q, target, source, format } = body as Record<string, string>
    if (!languages.includes(target ?? "")) return fail(response, 400, { error: `${target} is not supported` })
    if (format !== "text" || source === undefined) return fail(response, 400, { error: "Invalid request" })
    return fail(response, 200, {
      translatedText: Array.from(q ?? "")
        .reverse()
        .join(""),
    })
  })
