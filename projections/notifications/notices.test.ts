import { Effect, Layer } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { NOTICES_KEPT_MAX, type NoticeType } from "#contract/notifications"
import { type AnyEvent, EventStore, MemoryEventStore, Sealing } from "#core/kernel"
import { Notices, NoticesEvents } from "#core/notifications"
import { rowAfter } from "#projections/runner"
import { lostNotice, type NotifiableEvent, noticeOf } from "./noticeOf.ts"
import { notices } from "./notices.projection.ts"
import { cancelledNotices, depositNotices, donationNotices, withdrawalNotices } from "./walletNotices.ts"

const personId = "01890000-0000-7000-8000-000000000001"
const at = "2026-11-21T08:30:00.000Z"
const which = { personId, email: "mara@reader.example", locale: "de" }

const TOLD: ReadonlyArray<readonly [NotifiableEvent, object | null]> = [
  [
    { _tag: "accounts.AccountActivated.v1", personId, activatedAt: at },
    { type: "System", content: { kind: "welcome" } },
  ],
  [
    { _tag: "accounts.PasswordChanged.v1", ...which, passwordHash: "x", rehashed: false, changedAt: at },
    { type: "Account", content: { kind: "passwordChanged", values: {} }, givenAt: at },
  ],
  [{ _tag: "accounts.PasswordChanged.v1", ...which, passwordHash: "x", rehashed: true, changedAt: at }, null],
  [signedIn(false, "Firefox, Linux"), { content: { kind: "newDevice", values: { device: "Firefox, Linux" } } }],
  [signedIn(true, "Firefox, Linux"), null],
  [signedIn(false, "x".repeat(1_000)), { content: { values: { device: "x".repeat(200) } } }],
  [
    { _tag: "accounts.AppPasswordMade.v1", personId, passwordId: "p", name: "Reeder", hash: "h", madeAt: at },
    { content: { kind: "appPasswordMade", values: { name: "Reeder" } } },
  ],
  [
    {
      _tag: "accounts.IdentityLinked.v1",
      personId,
      identityId: "i",
      provider: "p",
      label: "mara@x.example",
      linkedAt: at,
    },
    { content: { kind: "identityLinked", values: { name: "mara@x.example" } } },
  ],
  [
    { _tag: "channels.FeedClaimed.v1", feedId: "f", personId, by: "dns", claimedAt: at },
    { content: { kind: "feedClaimed", values: { feedId: "f", title: "" } } },
  ],
  [{ _tag: "accounts.UserNameChosen.v1", personId, userName: "mara", chosenAt: at }, null],
]

function signedIn(known: boolean, device: string): NotifiableEvent {
  return { _tag: "accounts.SignedIn.v1", ...which, sessionId: "s", by: "password", known, device, signedInAt: at }
}

describe("notices of account events", () => {
  it.each(TOLD)("%j", (fact, expected) => {
    const notice = noticeOf(fact)
    if (expected === null) expect(notice).toBeNull()
    else expect(notice).toMatchObject(expected)
  })

  it("inform the earlier owner of a claimed feed", () => {
    expect(lostNotice("f", at, "The blog")).toMatchObject({
      content: { kind: "feedLost", values: { feedId: "f", title: "The blog" } },
    })
  })
})

describe("notices of wallet events", () => {
  const otherId = "01890000-0000-7000-8000-000000000002"
  const donated = {
    _tag: "wallet.Donated.v1",
    donationId: "d",
    fromId: otherId,
    toId: personId,
    assetTypeId: 3,
    amount: "1500000",
    message: "Danke!",
    donatedAt: at,
  } as const
  const deposit = { depositId: "1.x.0", ownerId: personId, assetTypeId: 1, amount: "200000000", at }

  it("inform both sides of a donation, with the other person and the message", () => {
    const names = { giver: "Ben", receiver: "Mara" }
    const values = { who: "Ben", amount: "0.015 LTC", message: "Danke!" }
    const received = { type: "Account", content: { kind: "donationMessage", values }, givenAt: at }
    const made = { content: { kind: "donationMade", values: { who: "Mara", amount: "0.015 LTC" } } }
    expect(donationNotices(donated, names)).toMatchObject([
      { personId, notice: received },
      { personId: otherId, notice: made },
    ])
    const silent = donationNotices({ ...donated, message: null }, { ...names, giver: null })
    expect(silent).toMatchObject([
      { notice: { content: { kind: "donationReceived", values: { who: "" } } } },
      { notice: made },
    ])
    const faces = donationNotices({ ...donated, message: "😀".repeat(200) }, names)
    expect(faces).toMatchObject([{ notice: { content: { values: { message: "😀".repeat(200) } } } }, {}])
  })

  it("inform the owner when a deposit is credited or reversed, not while it is pending", () => {
    const expected = (kind: string) => [{ personId, notice: { content: { kind, values: { amount: "2 BTC" } } } }]
    const block = { height: 7, blockHash: "b" }
    expect(depositNotices({ _tag: "wallet.DepositCredited.v1", ...deposit, ...block })).toMatchObject(
      expected("depositCredited"),
    )
    expect(depositNotices({ _tag: "wallet.DepositReversed.v1", ...deposit, missing: "0" })).toMatchObject(
      expected("depositReversed"),
    )
    expect(depositNotices({ _tag: "wallet.DepositMined.v1", ...deposit, ...block })).toEqual([])
  })
})

type NoticeStep =
  | { readonly do: "give"; readonly type: NoticeType }
  | { readonly do: "read"; readonly seq: number }
  | { readonly do: "readAll"; readonly type: NoticeType | null }
  | { readonly do: "forget" }
const type = fc.constantFrom<NoticeType>("System", "Account")
const step: fc.Arbitrary<NoticeStep> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("give" as const), type }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("read" as const), seq: fc.integer({ min: 0, max: 40 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("readAll" as const), type: fc.option(type) }) },
  { weight: 1, arbitrary: fc.constant({ do: "forget" as const }) },
)

const layer = Notices.layer.pipe(Layer.provideMerge(Layer.merge(MemoryEventStore, Sealing.layerMemory)))

/** Runs the operations, and returns the notices that the read model then shows a person as unread. */
const seenAfter = (steps: ReadonlyArray<NoticeStep>) =>
  Effect.gen(function* () {
    const notices = yield* Notices
    const content = { kind: "stepOn", values: {} }
    for (const [index, each] of steps.entries()) {
      if (each.do === "give") yield* notices.give(personId, `${index}`, { type: each.type, content, givenAt: at })
      else if (each.do === "forget") yield* notices.forget(personId)
      else yield* notices.read(personId, each.do === "read" ? { seq: each.seq } : { type: each.type })
    }
    const rows = new Map<string, Row>()
    for (const stored of yield* (yield* EventStore).readStream(`notices-${personId}`))
      fold(rows, yield* NoticesEvents.decode(stored))
    return unreadIn(rows)
  }).pipe(Effect.provide(layer), Effect.runPromise)

/** The same in a simple model without projections. */
const expectedAfter = (steps: ReadonlyArray<NoticeStep>) => {
  let expected: Array<{ readonly seq: number; readonly type: NoticeType; unread: boolean }> = []
  let hasLeft = false
  for (const each of steps) {
    if (each.do === "give" && !hasLeft) expected.push({ seq: expected.length + 1, type: each.type, unread: true })
    if (each.do === "read") for (const one of expected) if (one.seq === each.seq) one.unread = false
    if (each.do === "readAll") for (const one of expected) if ((each.type ?? one.type) === one.type) one.unread = false
    hasLeft ||= each.do === "forget" && expected.length > 0
    if (hasLeft) expected = []
  }
  return expected.filter(({ unread }) => unread).map(({ seq, type }) => [seq, type] as const)
}

it("shows exactly the notices that were given and not read, after any operations", async () => {
  const steps = fc.array(step, { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(steps, async (each) => {
      expect(await seenAfter(each)).toEqual(expectedAfter(each))
    }),
    { numRuns: 60 },
  )
})

it("keeps a limited number of notices per person", () => {
  const rows = new Map<string, Row>()
  const give = (seq: number) =>
    fold(rows, {
      _tag: "notifications.NoticeGiven.v1",
      personId,
      noticeId: `n${seq}`,
      seq,
      type: "System",
      content: null,
      givenAt: at,
    } as AnyEvent)
  for (let seq = 1; seq <= NOTICES_KEPT_MAX + 5; seq++) give(seq)
  expect(rows.size).toBe(NOTICES_KEPT_MAX)
  fold(rows, {
    _tag: "notifications.NoticesForgotten.v1",
    personId,
    upTo: NOTICES_KEPT_MAX + 5,
    forgottenAt: at,
  } as AnyEvent)
  expect(rows.size).toBe(0)
})

type Row = Readonly<Record<string, unknown>>

/** Folds an event as the runner does, with rows in memory. */
const fold = (rows: Map<string, Row>, event: AnyEvent): void => {
  for (const change of notices.fold(event, { position: 1, stream: "", recordedAt: at, actor: "" })) {
    const id = JSON.stringify([change.table.name, ...change.key])
    const row = rowAfter(change, rows.get(id) ?? null)
    if (row === null) rows.delete(id)
    else rows.set(id, row)
  }
}

/** The same result as the query. */
const unreadIn = (rows: ReadonlyMap<string, Row>) => {
  const all = [...rows.values()]
  const reader = all.find((row) => "system_read" in row)
  return all
    .filter((row) => "seq" in row && row["is_read"] === false)
    .map((row) => [Number(row["seq"]), String(row["type"])] as const)
    .filter(([seq, of]) => seq > Number(reader?.[of === "System" ? "system_read" : "account_read"] ?? 0))
    .toSorted(([one], [other]) => one - other)
}

it("informs the owner of a withdrawal about amount and address", () => {
  const requested = { personId, assetTypeId: 1, amount: "50000000", address: "bc1qexample", requestedAt: at }
  expect(withdrawalNotices(requested)).toMatchObject([
    {
      personId,
      notice: { content: { kind: "withdrawalRequested", values: { amount: "0.5 BTC", address: "bc1qexample" } } },
    },
  ])
})

it("informs the owner if someone else cancelled the withdrawal", () => {
  const requested = { personId, assetTypeId: 1, amount: "50000000", address: "bc1qexample", requestedAt: at }
  const cancelled = (by: "person" | "operator" | "chain") =>
    cancelledNotices({ _tag: "wallet.WithdrawalCancelled.v1", withdrawalId: "w", by, reason: null, at }, requested)
  const expected = { kind: "withdrawalCancelled", values: { amount: "0.5 BTC" } }
  expect(cancelled("chain")).toMatchObject([{ personId, notice: { content: expected, givenAt: at } }])
  expect(cancelled("operator")).toHaveLength(1)
  expect(cancelled("person")).toEqual([])
})
