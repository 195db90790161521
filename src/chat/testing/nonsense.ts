import { once } from "node:events"
import { connect } from "node:net"
import fc from "fast-check"
import WsSocket from "ws"
import { COMMANDS, SCOPES } from "#contract/chat"

const REPLY_MS_MAX = 20_000
/** A push has no id and no error payload. */
const PUSH = /^[A-Za-z]+\|\|(\{|$)/

/** Numbers, times and words at the limits of the grammar. */
const ODD_NUMBERS = ["-1", "0", "1", "2147483647", "2147483648", "9007199254740991", "1e400"]
const ODD_TEXTS = [
  '""',
  '"a\\u0000b"',
  '"\\ud800"',
  '"%_\\\\"',
  '"words"',
  '"Newer"',
  '"0001-01-01"',
  '"-271821-04-20T00:00:00.000Z"',
  '"+275760-09-13T00:00:00.000Z"',
  '"2026-11-22T00:00:00.000Z"',
]
const ODD_JSON = [...ODD_NUMBERS, ...ODD_TEXTS, "null", "[]", "{}"]
/** Room ids: invalid ones, and ones that would fail a batched query. */
const ROOMS = ['"a b"', '"a 1 b"', '"[1,2]"', `"${"0".repeat(19)} "`]
const ROOM = '"00000000000000000000"'
const NUMBERS = ["1", "0", "-1", "2147483647", "2147483648", "999999999999999", "1.5"]
const NAMES = ["Date", "Direction", "PageSize", "Seq", "AfterSeq", "Text", "Before", "Room", "Epoch"]
/** Values for the commands with JSON fields that are almost valid. */
const QUERIES: ReadonlyArray<readonly [string, string, ReadonlyArray<string>, Readonly<Record<string, string>>]> = [
  ["Lh", "Date", ODD_TEXTS, {}],
  ["Lh", "Date", ODD_TEXTS, { Direction: '"Newer"' }],
  ["Lh", "Seq", ODD_NUMBERS, { Date: '"2026-11-22T00:00:00.000Z"' }],
  ["Lh", "Seq", ODD_NUMBERS, {}],
  ["Lh", "PageSize", ODD_NUMBERS, {}],
  ["Lm", "AfterSeq", ODD_NUMBERS, {}],
  ["Lm", "PageSize", ODD_NUMBERS, {}],
  ["Sh", "Text", ODD_TEXTS, {}],
  ["Sh", "Before", ODD_TEXTS, { Text: '"words"' }],
  ["Sh", "PageSize", ODD_NUMBERS, { Text: '"words"' }],
  ["Rs", "Room", [...ROOMS, ...ODD_TEXTS], { Epoch: "1", Seq: "1" }],
  ["Rs", "Epoch", ODD_NUMBERS, { Room: ROOM, Seq: "1" }],
  ["Rs", "Seq", ODD_NUMBERS, { Room: ROOM, Epoch: "1" }],
]
const WORDS = [
  "join",
  "leave",
  "accept",
  "ignore",
  "open",
  "shut",
  "ban",
  "unban",
  "banned",
  "on",
  "off",
  "constructor",
]

const jsonOf = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields).map(([name, text]) => `"${name}":${text}`)}}`

/**
 * Frames that are almost valid for a member of the Team room of the first code, and random ones. None contains a token,
 * which would close the socket.
 */
export const anyFrame = (...codes: ReadonlyArray<string>): fc.Arbitrary<string> => {
  const value = fc.constantFrom(...ODD_JSON)
  const json = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 4 }).map(jsonOf)
  const field = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...codes, ...SCOPES, ...WORDS, "") },
    { weight: 3, arbitrary: json },
    { weight: 1, arbitrary: json.map((text) => `[${text}]`) },
    { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  )
  const id = fc.stringMatching(/^[A-Za-z0-9-]{1,36}$/)
  const command = fc.constantFrom(...COMMANDS.filter((each) => each !== "Tk"))
  const room = fc.tuple(fc.constantFrom(...SCOPES), fc.constantFrom(...codes))
  const own: readonly [string, string] = ["Team", codes[0] ?? ""]
  const at = fc.oneof({ weight: 3, arbitrary: fc.constant(own) }, { weight: 1, arbitrary: room })
  const known = fc
    .tuple(command, id, fc.oneof(room, fc.constant([])), fc.array(field, { maxLength: 5 }))
    .map(([each, by, where, fields]) => [each, by, ...where, ...fields].join("|"))
  // With a single odd value a query gets furthest.
  const query = fc.constantFrom(...QUERIES).chain(([each, name, odd, rest]) =>
    fc.tuple(id, at, fc.constantFrom(...odd)).map(([by, where, text]) => {
      const json = jsonOf({ ...rest, [name]: text })
      return each === "Rs" ? `Rs|${by}|[${json}]` : [each, by, ...where, json].join("|")
    }),
  )
  const numbered = fc
    .tuple(fc.constantFrom("De", "Rd", "Ed", "Rp"), id, at, fc.constantFrom(...NUMBERS))
    .map(([each, by, where, number]) =>
      [each, by, ...where, number, ...(each === "De" || each === "Rd" ? [] : ["words"])].join("|"),
    )
  const replying = fc
    .tuple(id, at, fc.constantFrom(...NUMBERS))
    .map(([by, where, number]) => ["Bc", by, ...where, by, number, "", "words"].join("|"))
  const mutated = fc
    .tuple(fc.oneof(known, query), fc.nat(), fc.string({ unit: "binary", maxLength: 3 }))
    .map(([text, from, put]) => text.slice(0, from % text.length) + put + text.slice((from % text.length) + 1))
  return (
    fc
      .oneof(
        { weight: 3, arbitrary: known },
        { weight: 3, arbitrary: query },
        { weight: 1, arbitrary: numbered },
        { weight: 1, arbitrary: replying },
        { weight: 3, arbitrary: mutated },
        { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
      )
      .filter((text) => !text.startsWith("Tk") && text !== "")
      // µWebSockets closes sockets that send malformed UTF-8.
      .map((text) => text.toWellFormed())
  )
}

/**
 * Sends texts on a new socket and waits for a number of replies. Returns them and whether the server closed the socket.
 */
export const sendAll = async (url: string, texts: ReadonlyArray<string>, count: number) => {
  const socket = new WsSocket(url)
  const replies: Array<string> = []
  let isClosed = false
  const done = Promise.withResolvers<void>()
  socket.on("message", (data) => {
    const text = String(data)
    if (!PUSH.test(text)) replies.push(text)
    if (replies.length >= count) done.resolve()
  })
  socket.on("close", () => {
    isClosed = true
    done.resolve()
  })
  await once(socket, "open")
  for (const text of texts) socket.send(text)
  const over = setTimeout(done.resolve, REPLY_MS_MAX)
  await done.promise
  clearTimeout(over)
  const said = { replies: [...replies], isClosed }
  socket.terminate()
  return said
}

/** Opens a WebSocket and sends invalid bytes. Resolves when the server closes it. */
export const sendBytes = async (url: string, bytes: Uint8Array): Promise<void> => {
  const { port, host } = new URL(url)
  const socket = connect(Number(port), "127.0.0.1")
  const closed = once(socket, "close")
  socket.on("error", () => undefined)
  socket.write(
    `GET / HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
  )
  await once(socket, "data")
  socket.on("data", () => undefined)
  socket.end(bytes)
  await closed
}
