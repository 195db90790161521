import { describe, expect, it } from "vitest"
import type { SocketState, UserInfo } from "#contract/chat"
import { FakeClock, FakeSocket } from "../testing/fakes.ts"
import { ChatConnection, dotColorOf, HEARTBEAT_MS } from "./ChatConnection.ts"

const ANNA: UserInfo = {
  UserCode: "QIANNA",
  UserDisplayName: "Anna",
  UnreadCount: 3,
  Node: "n",
  TimeMs: 0,
  HeartbeatMs: 3_000,
  Era: "first",
}

const start = (
  given: { readonly token?: string | null; readonly random?: number; readonly userCode?: string } = {},
) => {
  const clock = new FakeClock()
  const sockets: Array<FakeSocket> = []
  const states: Array<SocketState> = []
  const received: Array<string> = []
  const users: Array<UserInfo> = []
  const held = { token: "token" as string | null, userCode: "QIANNA", random: 0.5, renews: false, ...given }
  const connection = new ChatConnection({
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket
    },
    token: () => held.token,
    renewToken: async () => held.renews,
    userCode: () => held.userCode,
    after: clock.after,
    random: () => held.random,
    onState: (state) => states.push(state),
    onUser: (user) => users.push(user),
    onFrame: (text) => received.push(text),
  })
  const socket = () => sockets.at(-1) as FakeSocket
  const opened = () => {
    socket().open()
    socket().answer("Tk", ANNA)
  }
  return { clock, sockets, socket, states, received, users, held, connection, opened }
}

describe("the connection", () => {
  it("[S4-017] sends the token when it opens, then a heartbeat every 3 seconds", () => {
    const { clock, socket, states, users } = start()
    expect(socket().sent).toEqual([])
    socket().open()
    expect(socket().sent).toEqual(["Tk|line-1|token"])
    expect(states).toEqual([-3])
    socket().answer("Tk", ANNA)
    expect([states, users]).toEqual([[-3, 1], [ANNA]])
    clock.pass(2_999)
    expect(socket().sent).toHaveLength(1)
    clock.pass(1)
    socket().answer("Hb", "1790000000000")
    clock.pass(HEARTBEAT_MS)
    expect(socket().sent.slice(1)).toEqual(["Hb|line-2", "Hb|line-3"])
  })

  it("[S4-018] reports 3 when it closes for a signed-in person, and reconnects after 5 seconds", () => {
    const { clock, sockets, socket, states, opened } = start()
    opened()
    socket().close()
    expect(states).toEqual([-3, 1, 3])
    clock.pass(4_999)
    expect(sockets).toHaveLength(1)
    clock.pass(1)
    expect(sockets).toHaveLength(2)
    expect(states).toEqual([-3, 1, 3, 0])
    opened()
    expect(states.at(-1)).toBe(1)
  })

  it("[S4-018] does not reconnect after signing out", () => {
    const { clock, sockets, socket, states, held, opened } = start()
    opened()
    held.userCode = ""
    socket().close()
    clock.pass(120_000)
    expect([sockets.length, states]).toEqual([1, [-3, 1]])
  })

  it("doubles its delay with ± 50 % jitter, up to a minute", () => {
    for (const [random, factor] of [
      [0, 0.5],
      [0.5, 1],
      [0.999, 1.499],
    ] as const) {
      const { clock, sockets, socket, opened } = start({ random })
      for (const seconds of [5, 10, 20, 40, 40, 40]) {
        socket().close()
        const count = sockets.length
        clock.pass(seconds * factor * 1_000 - 1)
        expect(sockets).toHaveLength(count)
        clock.pass(2)
        expect(sockets).toHaveLength(count + 1)
      }
      opened()
      socket().close()
      const count = sockets.length
      clock.pass(5_000 * factor + 1)
      expect(sockets).toHaveLength(count + 1)
    }
  })

  it("[S4-019] reports -1 on an error, and 3 when that closed it", () => {
    const { socket, states, opened } = start()
    opened()
    socket().fail()
    expect(states).toEqual([-3, 1, -1, 3])
  })

  it("[S4-020] reports -1 while the browser is offline, and 1 when it is back and the connection is open", () => {
    const { socket, states, connection, opened } = start()
    opened()
    connection.offline()
    expect(states.at(-1)).toBe(-1)
    expect(connection.send("Ls|1")).toBe(false)
    connection.online()
    expect(states.at(-1)).toBe(1)
    expect(connection.send("Ls|1")).toBe(true)
    expect(socket().sent.at(-1)).toBe("Ls|1")
  })

  it("reconnects at once when the browser is online again", () => {
    const { sockets, socket, connection, opened } = start()
    opened()
    connection.offline()
    socket().close()
    connection.online()
    expect(sockets).toHaveLength(2)
  })

  it("waits for a token that the page has not fetched yet", () => {
    const { clock, socket, states, held } = start({ token: null })
    socket().open()
    clock.pass(2_000)
    expect([states, socket().sent]).toEqual([[-3], []])
    held.token = "late"
    clock.pass(1_000)
    expect(socket().sent.at(-1)).toMatch(/^Tk\|line-\d+\|late$/)
  })

  it("renews a refused token once", async () => {
    const { socket, states, held } = start()
    held.renews = true
    socket().open()
    held.token = "newer"
    socket().answer("Tk", "Need Permission")
    await Promise.resolve()
    expect(socket().sent).toEqual(["Tk|line-1|token", "Tk|line-2|newer"])
    socket().answer("Tk", "Need Permission")
    await Promise.resolve()
    expect(socket().sent).toHaveLength(2)
    expect(states).toEqual([-3])
  })

  it("sends a token again on request", () => {
    const { socket, states, opened } = start()
    opened()
    socket().toastRefusal("Tk||{}")
    expect(states.at(-1)).toBe(-3)
    expect(socket().sent.at(-1)).toBe("Tk|line-2|token")
    socket().answer("Tk", ANNA)
    expect(states.at(-1)).toBe(1)
  })

  it("closes a connection without answers", () => {
    const { clock, states, sockets, opened } = start()
    opened()
    clock.pass(3 * HEARTBEAT_MS)
    expect(states.at(-1)).toBe(1)
    clock.pass(HEARTBEAT_MS)
    expect(states.at(-1)).toBe(3)
    clock.pass(5_000)
    expect(sockets).toHaveLength(2)
  })

  it("[S8-017] ignores unreadable frames and stays open", () => {
    const { socket, states, received: messages, opened } = start()
    opened()
    for (const nonsense of ["", "nonsense", "Bc|1|{", "Bc||{", new ArrayBuffer(3)]) socket().toastRefusal(nonsense)
    expect([states.at(-1), messages]).toEqual([1, []])
    socket().toastRefusal('Bc||{"Seq":1}')
    expect(messages).toEqual(['Bc||{"Seq":1}'])
  })

  it("stays closed after stop", () => {
    const { clock, socket, sockets, connection, states, opened } = start()
    opened()
    connection.stop()
    clock.pass(120_000)
    expect([sockets.length, socket().readyState, states.at(-1)]).toEqual([1, WebSocket.CLOSED, 1])
  })
})

it.each([
  [-1, "red"],
  [3, "red"],
  [0, "orange"],
  [-3, "orange"],
  [1, "green"],
] as const)("[S4-022] colours the dot of the state %d %s", (state, colour) => {
  expect(dotColorOf(state)).toBe(colour)
})
