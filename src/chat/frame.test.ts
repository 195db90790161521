import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { COMMANDS } from "#contract/chat"
import { FIELD_COUNTS, type Frame, parseFrame, writeError, writePush, writeReply } from "./frame.ts"

describe("parseFrame", () => {
  it.each<[string, Frame]>([
    ["Hb", { command: "Hb", id: "", fields: [] }],
    ["Hb|", { command: "Hb", id: "", fields: [] }],
    ["Hb|1790000000000", { command: "Hb", id: "1790000000000", fields: [] }],
    ["Ls|a-1", { command: "Ls", id: "a-1", fields: [""] }],
    ["Tk|1|token", { command: "Tk", id: "1", fields: ["token"] }],
    [
      "Bc|1|Team|QUIRE|c1|||a | b||c|",
      { command: "Bc", id: "1", fields: ["Team", "QUIRE", "c1", "", "", "a | b||c|"] },
    ],
    ["Bc|1||two\nlines\tand a tab", { command: "Bc", id: "1", fields: ["", "two\nlines\tand a tab", "", "", "", ""] }],
    ["Lh|1", { command: "Lh", id: "1", fields: ["", "", ""] }],
    ["Rs|1|[]|", { command: "Rs", id: "1", fields: ["[]|"] }],
  ])("[S7-151] reads %j", (text, frame) => {
    expect(parseFrame(text)).toEqual(frame)
  })

  it.each(["", "hb", "Hb ", "Zz|1", "|Hb", "toString|1", "Need Permission", "{}"])(
    "[S8-017] finds nothing to answer in %j",
    (text) => {
      expect(parseFrame(text)).toBeUndefined()
    },
  )

  it.each([
    ["Ls", "Ls", ""],
    ["Ls|", "Ls", ""],
    ["Tk|token of many characters and spaces", "Tk", ""],
    [`Ls|${"a".repeat(37)}`, "Ls", ""],
    ["Hb|1|more", "Hb", "1"],
    ["Bc|1|Team|Q|c|||\u0000", "Bc", "1"],
    ["Bc|1|Team|Q|c|||\u001b[2J", "Bc", "1"],
    ["Bc|1|Team|Q|c|||line\r\n", "Bc", "1"],
  ])("answers %j with an error", (text, command, id) => {
    expect(parseFrame(text)).toEqual({ command, id, fields: null })
  })

  it("parses every text into a request with the expected number of fields, or an error", () => {
    const texts = fc.oneof(fc.string({ unit: "binary" }), mutated)
    fc.assert(
      fc.property(texts, (text) => {
        const frame = parseFrame(text)
        if (frame === undefined) return COMMANDS.every((command) => text !== command && !text.startsWith(`${command}|`))
        expect(text.startsWith(frame.command)).toBe(true)
        expect(writeReply(frame.command, frame.id, "{}").split("|")).toHaveLength(3)
        if (frame.fields === null) return true
        expect(frame.fields).toHaveLength(FIELD_COUNTS[frame.command])
        return frame.fields.slice(0, -1).every((field) => !field.includes("|"))
      }),
      { numRuns: 500 },
    )
  })

  it("reads back written fields; only the last may contain pipes", () => {
    const field = fc.string().map((text) => text.replaceAll(/[|\p{Cc}]/gu, ""))
    const last = fc.string().map((text) => text.replaceAll(/\p{Cc}/gu, ""))
    const frames = fc.constantFrom(...COMMANDS).chain((command) => {
      const count = FIELD_COUNTS[command]
      const fields = count === 0 ? fc.constant([]) : fc.tuple(...Array.from({ length: count - 1 }, () => field), last)
      return fc.record({ command: fc.constant(command), id: fc.stringMatching(/^[A-Za-z0-9-]{1,36}$/), fields })
    })
    fc.assert(
      fc.property(frames, ({ command, id, fields }) => {
        expect(parseFrame([command, id, ...fields].join("|"))).toEqual({ command, id, fields })
      }),
    )
  })
})

/** Requests with a part removed, duplicated or inserted: closer to client bugs than random bytes. */
const mutated = fc
  .tuple(fc.constantFrom(...COMMANDS), fc.array(fc.string({ maxLength: 6 }), { maxLength: 9 }), fc.nat(40), fc.nat(40))
  .chain(([command, parts, from, to]) => {
    const text = [command, ...parts].join("|")
    return fc.constantFrom(
      text,
      text.slice(0, from) + text.slice(to),
      text.slice(0, from) + text.slice(from, to) + text.slice(from),
      `${text.slice(0, from)}|\u0000${text.slice(from)}`,
      text.toLowerCase(),
    )
  })

it("writes replies that clients split at the first two pipes", () => {
  expect(writeReply("Hb", "42", 7)).toBe("Hb|42|7")
  expect(writeReply("Ls", "", writeError("chat.malformed", "two\nlines"))).toBe("Ls||Error|chat.malformed|two lines")
  expect(writePush("Bc", ['{"Seq":1}', '{"Seq":2}'])).toBe('Bc||{"Seq":1}\n{"Seq":2}')
  expect(writePush("Tk")).toBe("Tk||")
})
