import { expect, it } from "vitest"
import type { Answer } from "../connection/frame.ts"
import { FakeClock } from "../testing/fakes.ts"
import { Outbox, type Outgoing, type Posted, SENT_MAX, SENT_MS_MAX, type Sent } from "./Outbox.ts"

const outgoing = (clientId: string, change: Partial<Outgoing> = {}): Outgoing => ({
  clientId,
  userCode: "QIANNA",
  scope: "Person",
  target: "QIBORIS",
  text: clientId,
  replyTo: null,
  pictures: [],
  atMs: Number(clientId),
  refused: null,
  ...change,
})
const posted = (Seq: number): Answer<Posted> => ({
  ok: true,
  data: { Room: "r", Epoch: 1, Seq, TimeStamp: "2026-11-21T20:00:00.000Z" },
})

/** The browser's store and a server that answers when the test says so. */
const start = (...first: ReadonlyArray<Outgoing>) => {
  const server = { eraId: "first", nowMs: SENT_MS_MAX }
  const confirmed = new Map<string, Sent>()
  const stored = new Map(first.map((message) => [message.clientId, message]))
  const requested: Array<{ readonly clientId: string; readonly answer: (answer: Answer<Posted>) => void }> = []
  const sent: Array<string> = []
  const clock = new FakeClock()
  const outbox = new Outbox({
    store: {
      all: async () => [...stored.values()],
      put: async (message) => void stored.set(message.clientId, message),
      remove: async (clientId) => void stored.delete(clientId),
      allSent: async () => [...confirmed.values()],
      putSent: async (each) => void confirmed.set(each.message.clientId, each),
      removeSent: async (clientId) => void confirmed.delete(clientId),
    },
    userCode: () => "QIANNA",
    eraId: () => server.eraId,
    nowMs: () => server.nowMs,
    post: ({ clientId }) => new Promise((answer) => requested.push({ clientId, answer })),
    after: clock.after,
    onSent: ({ clientId }, { Seq }) => sent.push(`${clientId} is ${Seq}`),
    onChange: () => sent.push("changed"),
  })
  const check = async () => {
    await outbox.flush()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const answer = async (index: number, what: Answer<Posted>) => {
    requested[index]?.answer(what)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    outbox,
    server,
    confirmed,
    clock,
    stored,
    requested: () => requested.map(({ clientId }) => clientId),
    sent,
    check,
    answer,
  }
}

it("sends the messages of a room one after the other, in order", async () => {
  const elsewhere = outgoing("3", { scope: "Team", target: "QICREATOR" })
  const {
    requested: asked,
    sent,
    stored: saved,
    check: update,
    answer,
  } = start(outgoing("2"), outgoing("1"), elsewhere)
  await update()
  await update()
  expect(asked()).toEqual(["1", "3"])
  await answer(0, posted(7))
  expect(asked()).toEqual(["1", "3", "2"])
  await answer(2, posted(8))
  await answer(1, posted(1))
  expect(sent).toEqual(["1 is 7", "2 is 8", "3 is 1"])
  expect([...saved.keys()]).toEqual([])
})

it("keeps a refused message for its author and sends the next", async () => {
  const { requested: asked, sent, stored: saved, check: update, answer } = start(outgoing("1"), outgoing("2"))
  await update()
  await answer(0, { ok: false, text: "Need Permission" })
  expect(asked()).toEqual(["1", "2"])
  expect(sent).toEqual(["changed"])
  expect(saved.get("1")?.refused).toEqual({ text: "Need Permission", key: "" })
  await update()
  expect(asked()).toEqual(["1", "2"])
})

it("does not send messages of another person of this browser", async () => {
  const { requested: sent, check: update } = start(outgoing("1", { userCode: "QIBORIS" }))
  await update()
  expect(sent()).toEqual([])
})

it.each(["chat.tooOften", "chat.busy", "chat.roomBusy", "chat.failed"])(
  "retries a message before later ones after the temporary error %s",
  async (key) => {
    const { clock, requested: asked, sent, stored: saved, check: update, answer } = start(outgoing("1"), outgoing("2"))
    await update()
    await answer(0, { ok: false, text: "not now", key })
    await update()
    expect(asked()).toEqual(["1"])
    expect(saved.get("1")?.refused).toBeNull()
    clock.pass(1_000)
    await update()
    expect(asked()).toEqual(["1", "1"])
    await answer(1, posted(1))
    expect(sent).toEqual(["1 is 1"])
  },
)

it("sends confirmed messages again in a new era, under their ids", async () => {
  const {
    outbox,
    server,
    confirmed,
    requested: sent,
    stored: saved,
    check: update,
    answer,
  } = start(outgoing("1"), outgoing("2"))
  await update()
  await answer(0, posted(1))
  await answer(1, posted(2))
  await outbox.rewind()
  expect(sent()).toEqual(["1", "2"])
  server.eraId = "second"
  await outbox.rewind()
  expect([...saved.keys()]).toEqual(["1", "2"])
  await new Promise((resolve) => setImmediate(resolve))
  await answer(2, posted(1))
  await answer(3, posted(2))
  expect(sent()).toEqual(["1", "2", "1", "2"])
  expect([...confirmed.values()].map(({ eraId }) => eraId)).toEqual(["second", "second"])
})

it("does not send again what its author removed, and sends what was edited as it is now", async () => {
  const { outbox, server, stored: saved, check: update, answer } = start(outgoing("1"), outgoing("2"))
  await update()
  await answer(0, posted(1))
  await answer(1, posted(2))
  await outbox.changed("r", 1, null)
  await outbox.changed("r", 2, "better")
  server.eraId = "second"
  await outbox.rewind()
  expect([...saved.values()].map(({ text }) => text)).toEqual(["better"])
})

it("keeps confirmed messages for an hour, and not more than a bound", async () => {
  const { outbox, server, confirmed, check: update, answer } = start(outgoing("1"))
  await update()
  await answer(0, posted(1))
  const [one] = [...confirmed.values()] as [Sent]
  for (let at = 1; at <= SENT_MAX; at += 1)
    confirmed.set(`a${at}`, { ...one, message: { ...one.message, clientId: `a${at}` }, atMs: one.atMs + at })
  await outbox.rewind()
  expect(confirmed.has("1")).toBe(false)
  expect(confirmed.size).toBe(SENT_MAX)
  server.nowMs += SENT_MS_MAX + SENT_MAX
  await outbox.rewind()
  expect(confirmed.size).toBe(0)
})
