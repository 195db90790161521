import { afterEach, describe, expect, it } from "vitest"
import { chatEngine, eventData } from "./chatEngine.ts"
import { EngineError } from "./Engine.ts"
import { libreTranslate } from "./libreTranslate.ts"
import { type EngineServer, type Speech, startChatServer, startLibreTranslate } from "./testing/engines.ts"

const open: Array<EngineServer> = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()))
})
const opened = async (server: Promise<EngineServer>) => {
  const one = await server
  open.push(one)
  return one
}

const collect = async (pieces: AsyncIterable<string>) => {
  const all: Array<string> = []
  for await (const piece of pieces) all.push(piece)
  return all
}

const messagesOf = ({ requested: [first] }: EngineServer) =>
  first?.body["messages"] as ReadonlyArray<{ readonly role: string; readonly content: string }>

const chatting = async (speech: Speech = {}, key?: string) => {
  const server = await opened(startChatServer(speech))
  return { server, engine: chatEngine({ url: `${server.url}/v1/`, model: "tiny", key }) }
}

describe("a chat completions server", () => {
  it("streams translations in any script, wherever the bytes are split", async () => {
    const { server, engine } = await chatting({ post: (text) => `«${text}» 茶🍵` }, "secret")
    const pieces = await collect(engine.translate("Guten Tag", "de", "en"))
    expect(pieces.join("")).toBe("«Guten Tag» 茶🍵")
    expect(pieces.length).toBeGreaterThan(2)
    expect(server.requested).toHaveLength(1)
    expect(server.requested[0]).toMatchObject({
      path: "/v1/chat/completions",
      authorization: "Bearer secret",
      body: { model: "tiny", stream: true, max_tokens: expect.any(Number), temperature: expect.any(Number) },
    })
    const [system, user] = messagesOf(server)
    expect(system).toMatchObject({ role: "system", content: expect.stringMatching(/from German into English/) })
    expect(user).toEqual({ role: "user", content: "Guten Tag" })
  })

  it("may respond in one piece", async () => {
    const { engine } = await chatting({ stream: false })
    expect(await collect(engine.translate("abc", null, "zh-Hant"))).toEqual(["ABC"])
  })

  it("writes by an instruction, using the existing text", async () => {
    const { server, engine } = await chatting({ post: () => "Done." })
    const order = { instruction: "Shorten this", text: "A long text", language: "de" }
    expect((await collect(engine.write(order))).join("")).toBe("Done.")
    const [system, user] = messagesOf(server)
    expect(system?.content).toContain("Write in German")
    expect(user?.content).toBe("Shorten this\n\nThe text so far:\n\nA long text")
  })

  it.each([
    ["<think>hmm, well</think>\n\nYes", "Yes"],
    ["<think>hmm", ""],
    ["<thin ice>", "<thin ice>"],
    ["Not <think>here</think>", "Not <think>here</think>"],
  ])("removes the reasoning of the model: %j", async (said, received) => {
    const { engine } = await chatting({ post: () => said })
    const answer = collect(engine.translate("x", null, "en")).then((pieces) => pieces.join(""))
    if (received === "") await expect(answer).rejects.toThrow(/empty answer/)
    else expect(await answer).toBe(received)
  })

  it.each([
    ["busy", /status 429.*rate limited/],
    ["key", /status 401.*Incorrect API key/],
    ["length", /longer than it may be/],
    ["cut", /./],
    ["open", /without an end/],
    ["garbage", /not JSON/],
    ["silence", /empty answer/],
    ["error", /the model fell over/],
  ] as const)("fails with an engine error: %s", async (fault, message) => {
    const { engine } = await chatting({ fault })
    const failure = await collect(engine.translate("A text of some length", null, "en")).catch(
      (error: unknown) => error,
    )
    expect(failure).toBeInstanceOf(EngineError)
    expect(String(failure)).toMatch(message)
  })

  it("fails with an engine error if it is unreachable", async () => {
    const server = await startChatServer()
    await server.close()
    await expect(collect(chatEngine({ url: server.url, model: "m" }).translate("x", null, "en"))).rejects.toThrow(
      EngineError,
    )
  })
})

describe("a LibreTranslate server", () => {
  it("translates a text in one piece, with its key", async () => {
    const server = await opened(startLibreTranslate(["en", "de"], "k"))
    const engine = libreTranslate({ url: server.url, key: "k" })
    expect(await collect(engine.translate("茶 tea", "fr", "de"))).toEqual(["aet 茶"])
    expect(server.requested.at(-1)?.body).toEqual({
      q: "茶 tea",
      source: "auto",
      target: "de",
      format: "text",
      api_key: "k",
    })
    const locked = libreTranslate({ url: server.url })
    await expect(collect(locked.translate("x", "de", "en"))).rejects.toThrow(/status 403.*Invalid API key/)
  })

  it("uses its own names for languages, and says which it lacks", async () => {
    const server = await opened(startLibreTranslate(["en", "zh-Hans", "nb", "pt-BR"]))
    const { languageOf } = libreTranslate({ url: `${server.url}/` })
    expect(await Promise.all(["en", "zh", "zh-Hans", "no", "pt", "en-GB", "fr"].map(languageOf))).toEqual([
      "en",
      "zh-Hans",
      "zh-Hans",
      "nb",
      "pt-BR",
      "en",
      null,
    ])
    expect(server.requested).toHaveLength(1)
  })
})

describe("an event stream", () => {
  const read = async (text: string, size: number) => {
    const bytes = Buffer.from(text)
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    return collect(eventData(chunks()))
  }

  it.each([1, 2, 3, 1_000])("is read in chunks of %i bytes", async (size) => {
    const text = ': hi\n\ndata: {"a":1}\r\n\r\nevent: x\ndata:茶\ndata: two\n\nid: 5\n\ndata: a\rdata: b\r\rdata: last'
    expect(await read(text, size)).toEqual(['{"a":1}', "茶\ntwo", "a\nb", "last"])
  })

  it("has a maximum line length", async () => {
    await expect(read(`data: ${"x".repeat(200_000)}`, 10_000)).rejects.toThrow(/without end/)
  })
})
