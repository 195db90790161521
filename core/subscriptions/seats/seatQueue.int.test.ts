import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ChannelEvents } from "#core/channels"
import { CurrentMeta, currentCommand, EventStore, uuidv7 } from "#core/kernel"
import { type TestDatabase, testDatabase } from "#testing"
import { type LedgerKit, openLedger } from "../../ledger/testing/ledgerKit.ts"
import { Subscriptions } from "../Subscriptions.ts"
import { killableLayer } from "../testing/killable.ts"
import { auditSeats } from "../testing/premiumAuditor.ts"
import { PremiumSeatEvents } from "./events.ts"
import { PremiumOffers } from "./PremiumOffers.ts"

const USD = 4
const DEPOSIT = 100_000n
/** A fee of 10.00 and premium of 5.00, in units. */
const PAID = 15_000n

let db: TestDatabase
let ledger: LedgerKit
/** Two processes that sell seats. */
let processes: ReadonlyArray<ReturnType<typeof openProcess>>
const openProcess = (name: string) => ManagedRuntime.make(killableLayer(db.url, name))

beforeAll(async () => {
  db = await testDatabase()
  ledger = await openLedger(db.url)
  processes = ["one", "other"].map(openProcess)
})
afterAll(async () => {
  for (const runtime of processes) await runtime.dispose()
  await ledger?.close()
  await db?.drop()
})
const processAt = (index: number) => {
  const runtime = processes[index % processes.length]
  if (runtime === undefined) throw new Error("no process")
  return runtime
}

let channels = 0
const openChannel = async (cap: number) => {
  channels += 1
  const [creatorId, channelId] = [uuidv7(Date.now()), channels]
  await processAt(0).runPromise(
    Effect.gen(function* () {
      const { hasClientId: _, ...command } = yield* currentCommand
      const opened = yield* ChannelEvents.encode({
        _tag: "channels.ChannelOpened.v1",
        ...{ personId: creatorId, channelId, channelCode: `QC${channelId}`, parentId: null, subject: "Rush" },
        ...{ languages: ["en"], openedAt: new Date().toISOString() },
      })
      const store = yield* EventStore
      yield* store.append({ ...command, streams: [{ stream: `channel-${channelId}`, expected: 0, events: [opened] }] })
    }),
  )
  // Only the process that has opened the channel has the key to read it.
  const offer = (pmsf: bigint) =>
    processAt(0).runPromise(
      PremiumOffers.use((offers) => offers.offer(creatorId, channelId, { pmsf, currencyId: USD, cap })),
    )
  await offer(500n)
  return { creatorId, channelId, offer }
}
type Channel = Awaited<ReturnType<typeof openChannel>>

const openPeople = async (count: number) => {
  const people = Array.from({ length: count }, () => uuidv7(Date.now()))
  for (const personId of people) await ledger.deposit(personId, DEPOSIT)
  return people
}

/** Subscribes with premium. Returns the tag of the refusal, or "Done". */
const buy = ({ creatorId, channelId }: Channel, personId: string, at = 0, commandId: string | null = null) => {
  const change = {
    ...{ terms: { msf: 1_000n }, weights: new Map([[creatorId, 1]]), pay: true },
    seat: { channelId, creatorId, isWanted: true },
  }
  const rule = { personId, number: 1 }
  return processAt(at).runPromise(
    Subscriptions.use((subscriptions) => subscriptions.change(rule, change, { code: "", password: "rush" })).pipe(
      Effect.match({ onFailure: ({ _tag }) => _tag as string, onSuccess: () => "Done" }),
      Effect.provideService(CurrentMeta, { actor: "test", commandId, correlationId: null, causationId: null }),
    ),
  )
}

const balance = async (personId: string) => BigInt((await ledger.stands(`available:1:${personId}`)).posted)

/** Who has a seat, and in how many transactions the seats were taken. */
const taken = async ({ channelId }: Channel) => {
  const rows = await ledger.sql<Array<{ type: string; data: { readonly personId: string }; xmin: string }>>`
    select type, data, xmin::text from es.event where stream = ${`seats-${channelId}`} order by version`
  expect(auditSeats(rows.map(({ type, data }) => PremiumSeatEvents.decodeSync(type, data)))).toEqual([])
  const takes = rows.filter(({ type }) => type === "subscriptions.SeatTaken.v1")
  return { people: takes.map(({ data }) => data.personId), appends: new Set(takes.map(({ xmin }) => xmin)).size }
}

describe("a rush for premium seats", () => {
  it("charges several people in one append, each for one seat", async () => {
    const channel = await openChannel(500)
    const people = await openPeople(30)
    expect(new Set(await Promise.all(people.map((personId) => buy(channel, personId))))).toEqual(new Set(["Done"]))
    const { people: buyers, appends } = await taken(channel)
    expect(buyers.toSorted()).toEqual(people.toSorted())
    expect(appends).toBeLessThan(people.length)
    for (const personId of people) expect(await balance(personId)).toBe(DEPOSIT - PAID)
  })

  it("sells exactly the seats that there are, also if two processes sell them", async () => {
    const channel = await openChannel(10)
    const people = await openPeople(40)
    const answers = await Promise.all(people.map((personId, index) => buy(channel, personId, index)))
    expect(answers.filter((answer) => answer === "Done")).toHaveLength(10)
    expect(answers.filter((answer) => answer === "NoSeat")).toHaveLength(30)
    const { people: buyers } = await taken(channel)
    expect(buyers.toSorted()).toEqual(people.filter((_, index) => answers[index] === "Done").toSorted())
    for (const [index, personId] of people.entries())
      expect(await balance(personId)).toBe(answers[index] === "Done" ? DEPOSIT - PAID : DEPOSIT)
  })

  it("refuses a frozen person alone", async () => {
    const channel = await openChannel(500)
    const people = await openPeople(12)
    const [frozenId = "", ...others] = people
    await ledger.use(({ setFrozen }) => setFrozen(frozenId, true, "test"))
    const answers = await Promise.all(people.map((personId) => buy(channel, personId)))
    expect(answers).toEqual(["Frozen", ...others.map(() => "Done")])
    expect((await taken(channel)).people.toSorted()).toEqual(others.toSorted())
  })

  it("charges the price that a creator has just set in another process", async () => {
    const channel = await openChannel(500)
    const [first = "", second = ""] = await openPeople(2)
    expect(await buy(channel, first, 1)).toBe("Done")
    await channel.offer(700n)
    expect(await buy(channel, second, 1)).toBe("Done")
    expect(await balance(second)).toBe(DEPOSIT - PAID - 2_000n)
  })

  it("charges once if a command is sent twice at the same time", async () => {
    const channel = await openChannel(500)
    const [personId = "", ...others] = await openPeople(12)
    const commandId = uuidv7(Date.now())
    const twice = [0, 0, 1].map((at) => buy(channel, personId, at, commandId))
    const answers = await Promise.all([...twice, ...others.map((each) => buy(channel, each))])
    expect(new Set(answers)).toEqual(new Set(["Done"]))
    expect(await balance(personId)).toBe(DEPOSIT - PAID)
    expect((await taken(channel)).people).toHaveLength(12)
  })
})
