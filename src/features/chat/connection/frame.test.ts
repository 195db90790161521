import { describe, expect, it } from "vitest"
import { readFrame, writeRequest } from "./frame.ts"

describe("a frame", () => {
  it("puts the body last, which may contain pipes", () => {
    expect(writeRequest("Bc", "a-1", ["Team", "QI1", "c1", "", "", "a|b"])).toBe("Bc|a-1|Team|QI1|c1|||a|b")
  })

  it("matches an answer by command and id", () => {
    expect(readFrame('Ls|a-1|{"Rooms":[]}')).toEqual({
      kind: "reply",
      command: "Ls",
      id: "a-1",
      answer: { ok: true, data: { Rooms: [] } },
    })
  })

  it("[S8-018] passes the text Need Permission on", () => {
    expect(readFrame("Lmh|7|Need Permission")).toMatchObject({ answer: { ok: false, text: "Need Permission" } })
  })

  it("carries an error as text and key", () => {
    const answer = { ok: false, key: "chat.tooLong", text: "Too long | by far" }
    expect(readFrame("Bc|7|Error|chat.tooLong|Too long | by far")).toMatchObject({ answer })
  })

  it("carries several pushes, one per line", () => {
    expect(readFrame('Bc||{"Seq":1}\n{"Seq":2}\n')).toEqual({
      kind: "push",
      command: "Bc",
      messages: [{ Seq: 1 }, { Seq: 2 }],
    })
  })

  it.each([
    undefined,
    new ArrayBuffer(2),
    "",
    "Bc",
    "Bc|",
    "Bc|1",
    "bc|1|{}",
    "Bc|1|{",
    "Bc||{}\n{",
    "Bc|an id|{}",
    "<html>",
  ])("%j is passed over", (text) => {
    expect(readFrame(text)).toBeUndefined()
  })
})
