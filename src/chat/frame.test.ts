import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { COMMANDS, parseFrame, writeFrame } from "./frame.ts"

describe("parseFrame", () => {
  it.each([
    ["Hb", { command: "Hb", body: "" }],
    ["Hb|1790000000000", { command: "Hb", body: "1790000000000" }],
    ["Bc|Team|room|a | b", { command: "Bc", body: "Team|room|a | b" }],
    ["Lmh|", { command: "Lmh", body: "" }],
    ["Bc|two\nlines\tand a tab", { command: "Bc", body: "two\nlines\tand a tab" }],
  ])("reads %j", (text, frame) => {
    expect(parseFrame(text)).toEqual(frame)
  })

  it.each([
    ["", "unknown command"],
    ["hb", "unknown command"],
    ["Hb ", "unknown command"],
    ["Zz|1", "unknown command"],
    ["|Hb", "unknown command"],
    ["Hb|\u0000", "control character"],
    ["Hb|\u001b[2J", "control character"],
    ["Hb|line\r\n", "control character"],
  ])("refuses %j", (text, reason) => {
    expect(parseFrame(text)).toBe(reason)
  })

  it("answers every text with a known command or a reason", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const frame = parseFrame(text)
        expect(typeof frame === "string" || COMMANDS.includes(frame.command)).toBe(true)
      }),
    )
  })

  it("reads back what writeFrame wrote", () => {
    expect(parseFrame(writeFrame("Hb", "a", 7))).toEqual({ command: "Hb", body: "a|7" })
  })
})
