import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Effect, Result } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { EventStore, Sql } from "#core/kernel"
import { Mail } from "#core/mail"
import { MailLists } from "#core/newsletters"
import { type TestDatabase, testDatabase } from "#testing"
import { startMailServer } from "../../mail/testing/mailServer.ts"
import { messageTo } from "../../mail/testing/openMail.ts"
import { type LetterSource, type OpenSending, Sendings, type WrittenLetter } from "../index.ts"
import { addressOf, type OpenSendings, openSendings, plainSource, readerOf, startRun } from "../testing/openSendings.ts"
import { SendingEvents } from "./events.ts"

let db: TestDatabase
let server: Awaited<ReturnType<typeof startMailServer>>
let kit: OpenSendings

beforeAll(async () => {
  ;[db, server] = await Promise.all([testDatabase(), startMailServer({ user: "quire", password: "p" })])
  kit = openSendings({ databaseUrl: db.url, smtpUrl: server.url })
})
afterAll(async () => {
  await kit.close()
  await Promise.all([db.drop(), server.close()])
})
beforeEach(async () => {
  server.received.length = 0
  await sql`delete from newsletters.suppression`
})

const deliver = (sending: OpenSending, source: LetterSource, from: OpenSendings = kit) =>
  from.run(Sendings.use((sendings) => sendings.deliver(sending, source)))
const tallyOf = ({ sendingId }: OpenSending) => kit.run(Sendings.use(({ tally }) => tally(sendingId)))
const sql = (strings: TemplateStringsArray, ...values: ReadonlyArray<string | number>) =>
  kit.run(Effect.flatMap(Sql, ({ client }) => Effect.promise(async () => client(strings, ...values))))
/** Makes all waiting letters due. */
const due = () => sql`update newsletters.letter set due_at = now() - interval '1 second' where state = 'waiting'`
const eventsOf = ({ sendingId }: OpenSending) =>
  kit.run(
    Effect.flatMap(EventStore, (store) =>
      Effect.map(store.readStream(`sending-${sendingId}`), (events) =>
        events.map(({ type, data }) => SendingEvents.decodeSync(type, data)),
      ),
    ),
  )
const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((total, each) => total + each, 0)
/** How often each address received a letter. */
const copies = () => {
  const counts = new Map<string, number>()
  for (const { to } of server.received) counts.set(to, (counts.get(to) ?? 0) + 1)
  return counts
}

describe("a run of mail", () => {
  it("sends one letter to each candidate, and records that candidates = sent + exclusions", async () => {
    const sending = await startRun(kit, 25, 10)
    const source = plainSource(25)
    const write: LetterSource["write"] = (personIds) =>
      Effect.map(source.write(personIds), (all) => {
        const some = new Map(all)
        some.delete(readerOf(3))
        return some.set(readerOf(4), { exclusion: "noAddress" }).set(readerOf(5), { exclusion: "erased" })
      })
    await deliver(sending, { ...source, write })
    await deliver(sending, { ...source, write })
    expect([...copies().values()]).toEqual(Array.from({ length: 22 }, () => 1))
    const excluded = { left: 1, noAddress: 1, erased: 1 }
    expect(await tallyOf(sending)).toMatchObject({ candidates: 25, submitted: 22, uncertain: 0, open: 0, excluded })
    const events = await eventsOf(sending)
    expect(events.map(({ _tag }) => _tag.split(".")[1])).toEqual([
      ...["SendingPrepared", "BatchSubmitted", "BatchSubmitted", "BatchSubmitted", "SendingFinished"],
    ])
    expect(events.at(-1)).toMatchObject({ candidates: 25, submitted: 22, uncertain: 0, excluded })
    for (const event of events)
      if (event._tag === "newsletters.BatchSubmitted.v1")
        expect(event.candidates).toBe(event.submitted + event.uncertain + sum(event.excluded))
  })

  for (const count of [1, 40, 119])
    it(`resumes after its worker was killed at letter ${count} of 120, and only uncertain letters come twice`, {
      tags: count === 40 ? [] : ["long"],
      timeout: 60_000,
    }, async () => {
      const sending = await startRun(kit, 120)
      const orders = { databaseUrl: db.url, smtpUrl: server.url, sendingId: sending.sendingId, readers: 120 }
      const worker = spawn(process.execPath, [WORKER, JSON.stringify(orders)], {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      })
      const ended = once(worker, "exit")
      await expect.poll(() => server.received.length, { timeout: 30_000, interval: 1 }).toBeGreaterThanOrEqual(count)
      worker.kill("SIGKILL")
      await ended
      await expect
        .poll(async () => {
          await due()
          await deliver(sending, plainSource(120))
          return (await tallyOf(sending)).open
        })
        .toBe(0)
      const { candidates, submitted, uncertain, excluded } = await tallyOf(sending)
      const received = copies()
      expect([candidates, received.size, sum(excluded)]).toEqual([120, 120, 0])
      expect(submitted + uncertain).toBe(120)
      const repeated = [...received.values()].filter((each) => each > 1)
      expect(repeated.every((each) => each === 2)).toBe(true)
      expect(repeated.length).toBeLessThanOrEqual(uncertain)
      expect(uncertain).toBeLessThanOrEqual(2 * UNDER_WAY_MAX)
    })

  it("sends a letter once more if the mail server dies between its text and its reply, and then never again", async () => {
    const sending = await startRun(kit, 12)
    server.hangUp(addressOf(5))
    await deliver(sending, plainSource(12))
    expect(await tallyOf(sending)).toMatchObject({ submitted: 11, uncertain: 0, open: 1 })
    await due()
    await deliver(sending, plainSource(12))
    await due()
    await deliver(sending, plainSource(12))
    server.hangUp(addressOf(5), false)
    expect(await tallyOf(sending)).toMatchObject({ candidates: 12, submitted: 11, uncertain: 1, open: 0, excluded: {} })
    expect(copies().get(addressOf(5))).toBe(2)
    expect(server.received).toHaveLength(13)
    const ids = server.received
      .filter(({ to }) => to === addressOf(5))
      .map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1])
    expect(new Set(ids).size).toBe(1)
  })

  it("is sent by one worker at a time, however many try", async () => {
    const sending = await startRun(kit, 60)
    const other = openSendings({ databaseUrl: db.url, smtpUrl: server.url })
    await Promise.all([deliver(sending, plainSource(60)), deliver(sending, plainSource(60), other)])
    await other.close()
    expect([copies().size, server.received.length]).toEqual([60, 60])
    expect(await tallyOf(sending)).toMatchObject({ submitted: 60, uncertain: 0 })
  })

  it("stops at the next letter when its author calls it off, and keeps what has left [S7-114]", async () => {
    const sending = await startRun(kit, 300)
    const author = sending.authorId ?? ""
    const cancel = (authorId: string) =>
      kit.run(Effect.result(Sendings.use((sendings) => sendings.cancel(authorId, sending.sendingId))))
    expect(Result.isFailure(await cancel(readerOf(1)))).toBe(true)
    const delivering = deliver(sending, plainSource(300))
    await expect.poll(() => server.received.length, { interval: 1 }).toBeGreaterThan(5)
    expect(Result.isSuccess(await cancel(author))).toBe(true)
    const left = server.received.length
    await delivering
    expect(server.received.length - left).toBeLessThanOrEqual(2 * UNDER_WAY_MAX)
    const { candidates, submitted, uncertain, excluded, open } = await tallyOf(sending)
    expect([candidates, open, uncertain]).toEqual([300, 0, 0])
    expect([submitted, submitted + sum(excluded)]).toEqual([server.received.length, 300])
    const events = await eventsOf(sending)
    expect(events).toContainEqual(expect.objectContaining({ _tag: "newsletters.SendingCancelled.v1", by: "author" }))
    expect(events.map(({ _tag }) => _tag)).not.toContain("newsletters.SendingFinished.v1")
    expect(await cancel(author)).toMatchObject({ failure: { _tag: "SendingOver" } })
  })

  it.each(["deleted", "hidden"] as const)("ends when its post is %s, also in the middle", async (state) => {
    const sending = await startRun(kit, 250)
    let checks = 0
    const check = Effect.sync(() => (++checks > 1 ? state : "open"))
    await deliver(sending, plainSource(250, { check }))
    expect(server.received).toHaveLength(100)
    expect(await tallyOf(sending)).toMatchObject({ submitted: 100, excluded: { cancelled: 150 } })
    expect((await eventsOf(sending)).at(-1)).toMatchObject({ by: state })
    await deliver(sending, plainSource(250))
    expect(server.received).toHaveLength(100)
  })

  it("writes to the address that a reader has now, at the level that they have now", async () => {
    const sending = await startRun(kit, 2)
    server.answer(addressOf(0), 451)
    const source = plainSource(2)
    const first = Effect.map(source.write([readerOf(0)]), (all) => all.get(readerOf(0)) as WrittenLetter)
    await deliver(sending, source)
    expect(await tallyOf(sending)).toMatchObject({ submitted: 1, open: 1, byLevel: { 1: 1 } })
    const letter = await kit.run(first)
    const moved: WrittenLetter = { ...letter, to: "moved@reader.example", levelId: 3 }
    await due()
    await deliver(sending, { ...source, write: () => Effect.succeed(new Map([[readerOf(0), moved]])) })
    expect(server.received.map(({ to }) => to)).toEqual([addressOf(1), "moved@reader.example"])
    expect(await tallyOf(sending)).toMatchObject({ submitted: 2, byLevel: { 1: 1, 3: 1 } })
  })

  it("gives up letters that the mail server does not take before the run expires", async () => {
    const sending = await startRun(kit, 2)
    server.answer(addressOf(0), 451)
    await deliver(sending, plainSource(2))
    server.answer(addressOf(0))
    await sql`update newsletters.sending set expires_at = now() - interval '1 second'`
    await deliver(sending, plainSource(2))
    expect(await tallyOf(sending)).toMatchObject({ submitted: 1, excluded: { undeliverable: 1 }, open: 0 })
  })

  it("takes an address that does not exist off all lists at once, but never stops its sign-in codes", async () => {
    const [gone, other] = [readerOf(0), readerOf(1)]
    await kit.run(
      MailLists.use(({ join }) =>
        Effect.all([join(gone, 7, "immediate"), join(gone, 8, "weekly"), join(other, 7, "daily")]),
      ),
    )
    server.answer(addressOf(0), 550, "address", "5.1.1")
    await deliver(await startRun(kit, 2), plainSource(2))
    server.answer(addressOf(0))
    const listsOf = async (personId: string) => [...(await kit.run(MailLists.use(({ of }) => of(personId)))).keys()]
    expect([await listsOf(gone), await listsOf(other)]).toEqual([[], [7]])
    const second = await startRun(kit, 2)
    await deliver(second, plainSource(2))
    expect(await tallyOf(second)).toMatchObject({ submitted: 1, excluded: { suppressed: 1 } })
    await kit.run(
      Mail.use((mail) => Effect.andThen(mail.post(messageTo(addressOf(0), { subjectId: gone })), mail.sendDue)),
    )
    expect(server.received.at(-1)).toMatchObject({ to: addressOf(0) })
  })

  it("does not take addresses off lists because a server blocks us, unless it happens three times", async () => {
    server.answer(addressOf(40), 550, "address", "5.7.1")
    await kit.run(MailLists.use(({ join }) => join(readerOf(40), 7, "immediate")))
    const isOn = async () => (await kit.run(MailLists.use(({ of }) => of(readerOf(40))))).has(7)
    const on = []
    for (let round = 0; round < 3; round++) {
      await deliver(await startRun(kit, 41), plainSource(41))
      on.push(await isOn())
    }
    server.answer(addressOf(40))
    expect(on).toEqual([true, true, false])
  })

  it("waits while codes wait, and lets them leave first", async () => {
    const sending = await startRun(kit, 30)
    await kit.run(Mail.use((mail) => mail.post(messageTo("code@reader.example"))))
    const delivering = deliver(sending, plainSource(30))
    await kit.run(Mail.use((mail) => mail.sendDue))
    await delivering
    expect(server.received[0]).toMatchObject({ to: "code@reader.example" })
    expect(server.received).toHaveLength(31)
  })

  it("sends no more letters a day than the warm-up of a new domain allows", async () => {
    await sql`delete from newsletters.day`
    const env = { WARM_UP_FROM: new Date().toISOString().slice(0, 10) }
    const fresh = openSendings({ databaseUrl: db.url, smtpUrl: server.url, env })
    const sending = await startRun(fresh, 230)
    await deliver(sending, plainSource(230), fresh)
    expect(server.received).toHaveLength(200)
    await sql`delete from newsletters.day`
    await deliver(sending, plainSource(230), fresh)
    await fresh.close()
    expect(server.received).toHaveLength(230)
  })
})

/** Two letters for each of the default BULK_CONNECTIONS. */
const UNDER_WAY_MAX = 10
const WORKER = fileURLToPath(new URL("../testing/sendingProcess.ts", import.meta.url))
