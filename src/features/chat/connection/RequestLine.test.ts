import { describe, expect, it } from "vitest"
import { SOCKET_OPEN, type SocketState } from "#contract/chat"
import { FakeClock } from "../testing/fakes.ts"
import { RequestLine, WAITING_MAX } from "./RequestLine.ts"

const start = (first: SocketState = SOCKET_OPEN) => {
  const clock = new FakeClock()
  const sent: Array<string> = []
  const logged: Array<string> = []
  const held = { state: first, ids: 0 }
  const line = new RequestLine({
    wire: { state: () => held.state, send: (frame) => sent.push(frame) },
    newId: () => {
      held.ids += 1
      return `a-${held.ids}`
    },
    after: clock.after,
    log: (text) => logged.push(text),
  })
  const become = (state: SocketState) => {
    held.state = state
    line.changed()
  }
  return { clock, sent, logged, line, become }
}

describe("a request", () => {
  it("gets the answer with its command and id", async () => {
    const { line, sent } = start()
    const [one, other] = [line.request("Ls"), line.request("Lmh")]
    expect(sent).toEqual(["Ls|a-1", "Lmh|a-2"])
    for (const frame of [
      "Lmh|a-1|{}",
      "Ls||{}",
      "Ls|b-1|{}",
      "nonsense",
      'Lmh|a-2|{"Rooms":[2]}',
      'Ls|a-1|{"Rooms":[1]}',
    ])
      line.receive(frame)
    expect(await one).toEqual({ ok: true, data: { Rooms: [1] } })
    expect(await other).toEqual({ ok: true, data: { Rooms: [2] } })
  })

  it("[S8-018] resolves with Need Permission", async () => {
    const { line } = start()
    const requested = line.request("Rm", "Team", "shut")
    line.receive("Rm|a-1|Need Permission")
    expect(await requested).toEqual({ ok: false, text: "Need Permission" })
  })

  it.each([0, -3, 3, -1] as const)(
    "[S4-021] [S8-016] is logged in state %d and retried unchanged each second",
    (state) => {
      const { line, clock, sent, logged, become } = start(state)
      void line.request("Bc", "Person", "QIBORIS", "c-1", "", "", "Hello")
      const words = `The message cannot be sent. The current status is ${state}`
      expect(logged).toEqual([words])
      clock.pass(1_000)
      clock.pass(1_000)
      expect(logged).toEqual([words, words, words])
      expect(sent).toEqual([])
      become(SOCKET_OPEN)
      expect(sent).toEqual(["Bc|a-1|Person|QIBORIS|c-1|||Hello"])
      clock.pass(60_000)
      expect(sent).toHaveLength(1)
    },
  )

  it("is sent again if the connection broke before its answer", async () => {
    const { line, sent, become } = start()
    const requests = line.request("Lmh")
    become(3)
    become(SOCKET_OPEN)
    expect(sent).toEqual(["Lmh|a-1", "Lmh|a-1"])
    line.receive("Lmh|a-1|{}")
    expect(await requests).toEqual({ ok: true, data: {} })
    become(3)
    become(SOCKET_OPEN)
    expect(sent).toHaveLength(2)
  })

  it("is resent slowly if many wait, and refused if too many do", async () => {
    const { line, clock, sent, become } = start(3)
    for (let request = 0; request < WAITING_MAX; request += 1) void line.request("Ls")
    expect(await line.request("Ls")).toMatchObject({ ok: false, key: "chat.busy" })
    become(SOCKET_OPEN)
    expect(sent).toHaveLength(20)
    clock.pass(1_000)
    expect(sent).toHaveLength(40)
    clock.pass(3_000)
    expect(sent).toHaveLength(WAITING_MAX)
  })

  it("is sent at once or never if it soon becomes worthless", () => {
    const { line, sent, logged, become } = start(3)
    line.send("Ty", "Team", "QI1")
    become(SOCKET_OPEN)
    expect([sent, logged]).toEqual([[], []])
    line.send("Ty", "Team", "QI1")
    expect(sent).toHaveLength(1)
  })
})
