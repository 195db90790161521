import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { MediaFetcher } from "./MediaFetcher.ts"
import { type Answer, type FaultServer, startFaultServer } from "./testing/faultServer.ts"
import * as faults from "./testing/faults.ts"

const BYTES = Buffer.from("0123456789")

let server: FaultServer
let runtime: ManagedRuntime.ManagedRuntime<MediaFetcher, never>

beforeAll(async () => {
  server = await startFaultServer()
  runtime = ManagedRuntime.make(MediaFetcher.layer({ userAgent: "QuireTest/1", allowPrivate: [server.host] }))
})
afterAll(async () => {
  await runtime.dispose()
  await server.close()
})

const ranged: Answer = ({ headers }, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? "") ?? []
  if (first === undefined || last === undefined) {
    response.writeHead(200, { "content-type": "audio/mpeg", "content-length": BYTES.length }).end(BYTES)
    return
  }
  const part = BYTES.subarray(Number(first), Number(last) + 1)
  if (part.length === 0) response.writeHead(416).end()
  else
    response
      .writeHead(206, { "content-type": "audio/mpeg", "content-range": `bytes ${first}-${last}/${BYTES.length}` })
      .end(part)
}

const open = (path: string, range: string | null = null) => {
  const url = path.startsWith("/") ? `${server.origin}${path}` : path
  return runtime.runPromise(
    Effect.gen(function* () {
      const { body, ...media } = yield* MediaFetcher.use((it) => it.open({ url, accept: "audio/*", range }))
      const chunks = yield* Effect.promise(async () => {
        const read: Array<Uint8Array> = []
        for await (const chunk of body) read.push(chunk)
        return read
      })
      return { ...media, text: Buffer.concat(chunks).toString() }
    }).pipe(
      Effect.scoped,
      Effect.catch((refusal) => Effect.succeed(refusal)),
    ),
  )
}

describe("a publisher's file", () => {
  it("is streamed completely or in the requested range, uncompressed", async () => {
    server.serve("/a.mp3", ranged)
    expect(await open("/a.mp3")).toMatchObject({
      status: 200,
      contentType: "audio/mpeg",
      length: 10,
      text: "0123456789",
    })
    expect(await open("/a.mp3", "bytes=2-4")).toMatchObject({
      status: 206,
      contentRange: "bytes 2-4/10",
      text: "234",
    })
    expect(server.seen.at(-1)?.headers).toMatchObject({ "accept-encoding": "identity", "user-agent": "QuireTest/1" })
    expect(await open("/a.mp3", "bytes=20-30")).toMatchObject({ _tag: "HttpStatus", status: 416 })
  })

  it("is found through redirects, with every target checked like a first address", async () => {
    server.serve("/a.mp3", ranged)
    server.serve("/moved.mp3", faults.redirect(302, "/a.mp3"))
    server.serve("/inward.mp3", faults.redirect(302, "http://169.254.169.254/latest"))
    server.serve("/round.mp3", faults.redirect(302, "/round.mp3"))
    expect(await open("/moved.mp3", "bytes=0-0")).toMatchObject({ status: 206, text: "0" })
    expect(await open("/inward.mp3")).toMatchObject({ _tag: "BadAddress", reason: "private" })
    expect(await open("/round.mp3")).toMatchObject({ _tag: "TooManyRedirects", loop: true })
  })

  it.each([
    ["http://127.0.0.1:1/a.mp3", { _tag: "BadAddress" }],
    ["http://[::1]/a.mp3", { _tag: "BadAddress", reason: "private" }],
    ["file:///etc/passwd", { _tag: "BadAddress", reason: "scheme" }],
    ["/missing.mp3", { _tag: "HttpStatus", status: 404 }],
  ])("at %s is refused", async (url, refusal) => expect(await open(url)).toMatchObject(refusal))
})
