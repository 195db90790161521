import { Effect } from "effect"
import { expect, it } from "vitest"
import { openReplyReader, type ReplyReader } from "./openReplyReader.ts"

const MB = 1_000_000
const mailOf = (text: string, fileBytes: number): Buffer =>
  Buffer.from(
    [
      "From: ida@example.org",
      "Message-ID: <one@example.org>",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      "",
      text,
      "--b",
      "Content-Type: application/octet-stream",
      'Content-Disposition: attachment; filename="log.txt"',
      "Content-Transfer-Encoding: base64",
      "",
      Buffer.alloc(fileBytes, "x").toString("base64").replace(/.{76}/g, "$&\r\n"),
      "--b--",
      "",
    ].join("\r\n"),
  )
/** A thread that never answers a message that begins with "h", and answers every other one. */
const HANGING = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads"
    parentPort.on("message", (raw) => {
      if (raw[0] === 104) for (;;) {}
      if (raw[0] === 98) throw new Error("broken")
      parentPort.postMessage({ text: "read" })
    })`)}`,
)
const withReader = <A>(
  use: (reader: ReplyReader) => Effect.Effect<A>,
  options: Parameters<typeof openReplyReader>[0] = {},
) => Effect.runPromise(Effect.scoped(Effect.flatMap(openReplyReader(options), use)))

it("replies are read in a thread, and the process goes on while a message of 25 MB is read", async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  const read = await withReader((reader) =>
    Effect.gen(function* () {
      const small = yield* reader.read(mailOf("Found it.", 10))
      ticks = 0
      return { small, large: yield* reader.read(mailOf("Here is the log.", 18 * MB)) }
    }),
  )
  clearInterval(timer)
  expect(read.small).toMatchObject({ from: "ida@example.org", messageId: "<one@example.org>", text: "Found it." })
  expect([read.large?.text, read.large?.files[0]?.name, read.large?.files[0]?.bytes.length]).toEqual([
    "Here is the log.",
    "log.txt",
    18 * MB,
  ])
  expect(ticks).toBeGreaterThan(3)
})

it("a message that takes too long, or that ends the thread, is no mail, and the next one is read", async () => {
  const read = await withReader(
    (reader) => Effect.forEach(["hang", "next", "broken", "next"], (text) => reader.read(Buffer.from(text))),
    { readMsMax: 1_500, module: HANGING },
  )
  expect(read.map((mail) => mail?.text ?? null)).toEqual([null, "read", null, "read"])
})
