import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest"
import type { ChatHistory } from "#contract/chat"
import { en } from "../../../i18n/en/index.ts"
import { translatorOf } from "../../../i18n/translate.ts"
import { $chat } from "../chatState.ts"
import type { Outgoing } from "../outbox/Outbox.ts"
import { FakeSocket, message, room } from "../testing/fakes.ts"
import type { ChatWords } from "./context.ts"

// The page without its pictures: what a browser has is played by the test, the server's side as well.

const stored = new Map<string, Outgoing>()
vi.mock("../outbox/outboxStore.ts", () => ({
  outboxStore: {
    all: async () => [...stored.values()],
    put: async (each: Outgoing) => void stored.set(each.clientId, each),
    remove: async (clientId: string) => void stored.delete(clientId),
    allSent: async () => [],
    putSent: async () => undefined,
    removeSent: async () => undefined,
  },
}))

const sockets: Array<FakeSocket> = []
const said: Array<string> = []
const ANNA = { UserCode: "QIANNA", UserDisplayName: "Anna", UnreadCount: 3 }
const BORIS = { scope: "Person", target: "QIBORIS", name: "Boris" } as const

beforeAll(() => {
  vi.useFakeTimers()
  vi.stubGlobal("navigator", {})
  vi.stubGlobal("localStorage", { getItem: () => "token", setItem: () => {} })
  vi.stubGlobal("addEventListener", () => {})
  vi.stubGlobal("document", {
    documentElement: { dataset: { member: "QIANNA" } },
    visibilityState: "visible",
    querySelector: () => ({ dataset: { url: "ws://chat.example" } }),
  })
  vi.stubGlobal(
    "WebSocket",
    Object.assign(
      function open() {
        const socket = new FakeSocket()
        sockets.push(socket)
        return socket
      },
      { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 },
    ),
  )
})
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const socket = () => sockets.at(-1) as FakeSocket
/** What was asked by a command last: its fields. */
const requested = (command: string) =>
  socket()
    .sent.findLast((frame) => frame.startsWith(`${command}|`))
    ?.split("|")
    .slice(2)
    .join("|")
const answer = async (command: string, payload: unknown) => {
  socket().answer(command, payload)
  await settle()
}
const push = async (command: string, ...pushed: ReadonlyArray<unknown>) => {
  socket().toastRefusal(`${command}||${pushed.map((each) => JSON.stringify(each)).join("\n")}`)
  await settle()
}
const connect = async () => {
  socket().open()
  await answer("Tk", ANNA)
}
const page = (from: number, to: number): ChatHistory => ({
  Room: "room",
  Epoch: 1,
  Messages: Array.from({ length: to - from + 1 }, (_, index) => message(from + index)),
  HasMore: from > 1,
  UnreadCount: 0,
})
const shown = () => $chat.get().historyData?.Messages.map(({ Seq }) => Seq)
const list = (Head: number) => ({
  Rooms: [room("QIBORIS", { Room: "room", Head, Read: 1, UnreadCount: Head - 1, Online: true })],
})

beforeEach(async () => {
  const { startPage, showRoom } = await import("./startPage.ts")
  if (sockets.length > 0) return
  const t = translatorOf<ChatWords>("en", en)
  startPage({ t, displayName: "Anna", onSaid: (text) => said.push(text) })
  showRoom(BORIS)
  await settle()
})

it("[S3-025] holds the chat state: socket state, history, unread count, page, search, last message", async () => {
  expect($chat.get()).toEqual({
    socketState: 0,
    historyData: null,
    UnreadCount: 0,
    showChatPage: true,
    searchChatData: null,
    receivedNewMessage: null,
    receivedCommand: null,
  })
  await connect()
  expect($chat.get()).toMatchObject({ socketState: 1, UnreadCount: 3 })
  expect(requested("Lh")).toBe('Person|QIBORIS|{"Direction":"Older","PageSize":30}')
  // A message that comes while history is on its way is not lost.
  await push("Bc", message(4))
  await answer("Lh", page(1, 3))
  expect(shown()).toEqual([1, 2, 3, 4])
  await answer("Lmh", { ...list(4), UnreadCount: 3 })
  expect($chat.get().UnreadCount).toBe(3)
  await push("Bc", message(5))
  expect($chat.get()).toMatchObject({ receivedNewMessage: message(5), UnreadCount: 4 })
  expect(shown()).toEqual([1, 2, 3, 4, 5])
  expect(said).toEqual(["Boris Beck: message 4"])
  const typing = { Scope: "Person", TargetUserCode: "QIBORIS", UserCode: "QIBORIS", UserDisplayName: "Boris" }
  await push("Ty", typing)
  expect($chat.get().receivedCommand).toEqual({ Command: "Ty", ...typing })

  const { searchRoom } = await import("../room/search.ts")
  void searchRoom("two")
  expect(requested("Sh")).toBe('Person|QIBORIS|{"Text":"two","PageSize":30}')
  await answer("Sh", { Messages: [message(2)], HasMore: false })
  expect($chat.get().searchChatData).toEqual({ Messages: [message(2)], HasMore: false })
})

it("fetches gaps and messages missed while disconnected", async () => {
  await push("Bc", message(8))
  expect(shown()?.at(-1)).toBe(5)
  await vi.advanceTimersByTimeAsync(500)
  expect(requested("Lm")).toBe('Person|QIBORIS|{"AfterSeq":5,"PageSize":30}')
  await answer("Lm", page(6, 8))
  expect(shown()?.slice(-4)).toEqual([5, 6, 7, 8])

  socket().close()
  await settle()
  expect($chat.get().socketState).toBe(3)
  const { $rooms } = await import("../room/store.ts")
  expect($rooms.get()?.map(({ Online }) => Online)).toEqual([false])
  await vi.advanceTimersByTimeAsync(7_500)
  await connect()
  expect(requested("Rs")).toBe('[{"Room":"room","Epoch":1,"Seq":8}]')
  await answer("Rs", { Rooms: [{ Room: "room", Status: "replayed", Messages: [message(9)] }] })
  expect(shown()?.at(-1)).toBe(9)
  // Replays do not contain edits.
  await vi.advanceTimersByTimeAsync(3_000)
  expect(requested("Lm")).toBe('Person|QIBORIS|{"AfterSeq":0,"PageSize":100}')
  await answer("Lm", { ...page(1, 9), Messages: [...page(1, 8).Messages, message(9, { Message: "edited" })] })
  expect($chat.get().historyData?.Messages.at(-1)?.Message).toBe("edited")
  expect(shown()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])

  socket().close()
  await vi.advanceTimersByTimeAsync(7_500)
  await connect()
  await answer("Rs", { Rooms: [{ Room: "room", Status: "reload" }] })
  await answer("Lh", page(40, 69))
  expect(shown()).toEqual(page(40, 69).Messages.map(({ Seq }) => Seq))
})

it("shows an own message once, whichever way it arrives", async () => {
  const { sendMessage } = await import("../chat.ts")
  const { $outgoing } = await import("../room/store.ts")
  await sendMessage({
    scope: "Person",
    target: "QIBORIS",
    text: "mine|with a pipe",
    replyTo: 3,
    pictures: ["k1", "k2"],
  })
  await settle()
  const [waiting] = $outgoing.get()
  expect(requested("Bc")).toBe(`Person|QIBORIS|${waiting?.clientId}|3|k1,k2|mine|with a pipe`)
  const posted = { Room: "room", Epoch: 1, Seq: 70, TimeStamp: "2026-11-21T13:00:00.000Z" }
  await answer("Bc", posted)
  const own = message(70, { ...posted, SenderUserCode: "QIANNA", Message: "mine|with a pipe" })
  await push("Bc", own)
  expect(shown()?.slice(-2)).toEqual([69, 70])
  expect([$outgoing.get(), stored.size]).toEqual([[], 0])

  await push("Ed", { ...own, Message: "mine, edited", Edited: true })
  expect($chat.get().historyData?.Messages.at(-1)).toMatchObject({ Message: "mine, edited", Edited: true })
  await push("De", { Room: "room", Epoch: 1, Seq: 70, Scope: "Person", TargetUserCode: "QIBORIS" })
  expect($chat.get().historyData?.Messages.at(-1)).toMatchObject({ Message: "", Removed: true })
})

it("jumps to a day, or to the end of the room if nothing follows", async () => {
  const { loadFrom } = await import("../room/loadHistory.ts")
  const { $target } = await import("../room/store.ts")
  void loadFrom(new Date(message(50).TimeStamp))
  expect(requested("Lh")).toBe(`Person|QIBORIS|{"Direction":"Newer","Date":"${message(50).TimeStamp}","PageSize":30}`)
  await answer("Lh", page(50, 79))
  expect([$target.get(), shown()?.[0]]).toEqual([50, 50])

  void loadFrom(new Date(Date.UTC(2027, 0, 1)))
  await answer("Lh", { ...page(1, 0), HasMore: false })
  expect(requested("Lh")).toBe('Person|QIBORIS|{"Direction":"Older","PageSize":30}')
  const before = socket().sent.length
  await answer("Lh", page(41, 70))
  await vi.advanceTimersByTimeAsync(2_000)
  expect([$target.get(), shown()?.[0], shown()?.at(-1)]).toEqual([null, 41, 70])
  // Long histories are not read aloud.
  expect(
    socket()
      .sent.slice(before)
      .filter((frame) => /^Lm.*"PageSize":30/.test(frame)),
  ).toEqual([])
})

it("searches all rooms and opens a room around the chosen message", async () => {
  const { endSearchAnywhere, searchAnywhere } = await import("../room/search.ts")
  const { openAround } = await import("../room/openRoom.ts")
  const { $foundAnywhere, $sought, $target } = await import("../room/store.ts")
  const { showRoom } = await import("./startPage.ts")
  const found = message(2, { TargetUserCode: "QICAROL" })
  void searchAnywhere("two")
  expect(requested("Sh")).toBe('||{"Text":"two","PageSize":30}')
  await answer("Sh", { Messages: [found], HasMore: true, Before: "place" })
  void searchAnywhere("two", { more: true })
  expect(requested("Sh")).toBe('||{"Text":"two","PageSize":30,"Before":"place"}')
  await answer("Sh", { Messages: [message(1)], HasMore: false, Before: null })
  expect($foundAnywhere.get()).toMatchObject({ Text: "two", Messages: [found, message(1)], HasMore: false })
  // What is given up is not shown when it comes.
  void searchAnywhere("three")
  endSearchAnywhere()
  await answer("Sh", { Messages: [message(3)], HasMore: false })
  expect($foundAnywhere.get()).toBeNull()

  const carol = { scope: "Person", target: "QICAROL", name: "Carol" } as const
  openAround({ message: found, text: "two" })
  showRoom(carol)
  await settle()
  const around = `{"Direction":"Older","Date":"${found.TimeStamp}","Seq":3,"PageSize":30}`
  expect(requested("Lh")).toBe(`Person|QICAROL|${around}`)
  await answer("Lh", { ...page(1, 2), Room: "other" })
  expect([$target.get(), $sought.get(), $chat.get().historyData?.HasNewer]).toEqual([2, "two", true])
  // Another one in the same room is shown where it is at hand; another room begins again.
  openAround({ message: message(1, { TargetUserCode: "QICAROL" }), text: "one" })
  showRoom(carol)
  await settle()
  expect([$target.get(), $sought.get()]).toEqual([1, "one"])
  showRoom(BORIS)
  expect([$target.get(), $sought.get()]).toEqual([null, ""])
})

it("loads a long list in pages by the remaining room ids", async () => {
  const { $rooms } = await import("../room/store.ts")
  await push("Rs", { Room: "another", Reload: true })
  expect(requested("Lmh")).toBe("")
  await answer("Lmh", { ...list(8), UnreadCount: 2, More: ["carol", "dora"] })
  expect(requested("Lmh")).toBe("carol,dora")
  await answer("Lmh", { Rooms: [room("QICAROL"), room("QIDORA")], UnreadCount: 2 })
  expect($rooms.get()?.map(({ TargetUserCode }) => TargetUserCode)).toEqual(["QIBORIS", "QICAROL", "QIDORA"])
})
