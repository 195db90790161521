import { expect, it } from "vitest"
import type { UserInfo } from "#contract/chat"
import { FakeClock, FakeSocket } from "../testing/fakes.ts"
import { ChatConnection } from "./ChatConnection.ts"
import { type ChannelLike, SharedConnection } from "./SharedConnection.ts"

const ANNA: UserInfo = {
  UserCode: "QIANNA",
  UserDisplayName: "Anna",
  UnreadCount: 3,
  Node: "n",
  TimeMs: 0,
  HeartbeatMs: 3_000,
  Era: "first",
}

/** A browser with tabs: one lock, one channel. */
const browser = () => {
  const clock = new FakeClock()
  const sockets: Array<FakeSocket> = []
  const channels = new Set<ChannelLike>()
  const queue: Array<() => Promise<void>> = []
  let isHeld = false
  const grant = () => {
    const next = isHeld ? undefined : queue.shift()
    if (next === undefined) return
    isHeld = true
    void next().then(() => {
      isHeld = false
      grant()
    })
  }
  const tab = () => {
    const received: Array<string> = []
    const notes: Array<unknown> = []
    const channel: ChannelLike = {
      onmessage: null,
      postMessage: (data) => {
        for (const other of channels) if (other !== channel) other.onmessage?.({ data })
      },
      close: () => channels.delete(channel),
    }
    channels.add(channel)
    const line = new SharedConnection({
      channel,
      lead: (whenLeading) => {
        queue.push(whenLeading)
        grant()
      },
      connect: (parts) =>
        new ChatConnection({
          ...parts,
          open: () => {
            const socket = new FakeSocket()
            sockets.push(socket)
            return socket
          },
          token: () => "token",
          renewToken: async () => false,
          userCode: () => "QIANNA",
          after: clock.after,
          random: () => 0.5,
        }),
      onState: (state) => received.push(`state ${state}`),
      onUser: ({ UserCode }) => received.push(UserCode),
      onFrame: (text) => received.push(text),
      onNote: (note) => notes.push(note),
      onLead: () => received.push("leads"),
    })
    return { line, received, notes }
  }
  return { tab, sockets }
}

it("[S4-016] opens one connection for all tabs, and another tab takes over when it closes", async () => {
  const { tab, sockets } = browser()
  const [one, other] = [tab(), tab()]
  await Promise.resolve()
  expect([sockets.length, one.line.isLeading, other.line.isLeading]).toEqual([1, true, false])

  const [first] = sockets
  first?.open()
  first?.answer("Tk", ANNA)
  expect([one.line.state(), other.line.state()]).toEqual([1, 1])
  const late = tab()
  expect(late.received).toEqual(["QIANNA", "state 1"])

  other.line.send("Ls|b-1")
  expect(first?.sent.at(-1)).toBe("Ls|b-1")
  first?.answer("Ls", { Rooms: [] })
  for (const { received: messages } of [one, other, late]) expect(messages.at(-1)).toBe('Ls|b-1|{"Rooms":[]}')

  other.line.note("outbox")
  for (const { notes } of [one, other, late]) expect(notes).toEqual(["outbox"])

  one.line.stop()
  await new Promise((resolve) => setImmediate(resolve))
  expect([sockets.length, first?.readyState, other.line.isLeading]).toEqual([2, WebSocket.CLOSED, true])
  expect([other.line.state(), late.line.state()]).toEqual([0, 0])
  sockets[1]?.open()
  sockets[1]?.answer("Tk", ANNA)
  expect([other.line.state(), late.line.state()]).toEqual([1, 1])
  sockets[1]?.toastRefusal('Bc||{"Seq":1}')
  expect(late.received.at(-1)).toBe('Bc||{"Seq":1}')
})
