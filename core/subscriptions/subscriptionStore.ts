import { Clock, Effect } from "effect"
import {
  ANY_VERSION,
  type Append,
  currentCommand,
  EventStore,
  formatIso,
  manyReader,
  previousReceipt,
  type Receipt,
  Sealing,
  Sql,
  type StreamAppend,
  StreamConflict,
  uuidv7,
  versionedReader,
} from "#core/kernel"
import {
  asRefusals,
  assertSameRequest,
  bookingStore,
  type CommandReused,
  catchClosed,
  creditGuard,
  type Entry,
  type Frozen,
  findClosedOwners,
  fingerprintOf,
  LedgerEvents,
  type NotEnough,
  type Purpose,
  readAccount,
  transferredEvent,
} from "#core/ledger"
import { Cycle, cycleIdOf } from "./cycle/Cycle.ts"
import { type CycleEvent, CycleEvents } from "./cycle/events.ts"
import { forwardsReader } from "./forwards/Forwards.ts"
import { type GiftEvent, GiftEvents } from "./gifts/events.ts"
import { type RuleEvent, RuleEvents } from "./rule/events.ts"
import { Rule, ruleIdOf } from "./rule/Rule.ts"
import { type PremiumSeatEvent, PremiumSeatEvents, SeatReleased } from "./seats/events.ts"

/** Money that moves in the append of an event. */
export type Booking = {
  readonly transferId: string
  readonly purpose: Purpose
  readonly reference: string
  readonly entries: ReadonlyArray<Entry>
  /** Whether it is rejected if a wallet that gains by it is closed, as payouts are. */
  readonly isGuarded?: boolean
}

/** A new event of a cycle, and the premium seats that are charged with it. */
export type CycleWrite = {
  readonly version: number
  readonly event: CycleEvent
  readonly seats?: CycleEvent | undefined
}
export type SeatWrite = {
  readonly channelId: number
  readonly version: number
  readonly events: ReadonlyArray<PremiumSeatEvent>
}

/** New events of a rule and of cycles, with the versions that were decided on, and the money that they move. */
export type SubscriptionWrite = {
  readonly rules?: ReadonlyArray<{ readonly version: number; readonly events: ReadonlyArray<RuleEvent> }>
  readonly cycles?: ReadonlyArray<CycleWrite>
  /** Seats that are taken, with the version that was decided on. Lost seats follow from the events of the rules. */
  readonly seats?: SeatWrite | null
  /** What happens to a gift, with the version of the payer's gifts that was decided on. */
  readonly gifts?: { readonly version: number; readonly event: GiftEvent }
  readonly bookings?: ReadonlyArray<Booking>
  readonly ledgerCall?: Append["ledgerCall"]
  /** The content of the command; a repeated command id must come with the same content. */
  readonly request?: unknown
  /** Stored for repeats of the command. */
  readonly answer?: object
}

/**
 * Reads rules and cycles with their versions, and appends their events together with the transfers that they cause, all
 * or nothing. Payouts to closed wallets are rejected.
 */
export const subscriptionStore = Effect.gen(function* () {
  const store = yield* EventStore
  const sealing = yield* Sealing
  const { client: sql } = yield* Sql
  const booking = bookingStore(store)
  const [readRule, readCycle] = [yield* versionedReader(Rule), yield* versionedReader(Cycle)]
  const readForwards = yield* forwardsReader
  const [readRules, readCycles] = [yield* manyReader(Rule), yield* manyReader(Cycle)]

  const streamsOfRules = Effect.fnUntraced(function* ({ rules = [] }: SubscriptionWrite) {
    const streams: Array<StreamAppend> = []
    for (const { version, events } of rules) {
      const [first] = events
      if (first === undefined) continue
      const stream = `rule-${ruleIdOf(first.personId, first.number)}`
      streams.push({ stream, expected: version, events: yield* Effect.forEach(events, RuleEvents.encode) })
    }
    return streams
  })
  const streamOfCycle = ({ version, event, seats }: CycleWrite) =>
    Effect.map(Effect.forEach(seats === undefined ? [event] : [event, seats], CycleEvents.encode), (events) => ({
      ...{ stream: `cycle-${cycleIdOf(event)}`, expected: version, events },
    }))
  /** One stream for each channel: a rule takes a seat, and any number of them give seats back. */
  const streamsOfSeats = Effect.fnUntraced(function* ({ seats, rules = [] }: SubscriptionWrite) {
    const streams = new Map<number, StreamAppend>()
    const add = Effect.fnUntraced(function* (
      channelId: number,
      expected: number,
      events: ReadonlyArray<PremiumSeatEvent>,
    ) {
      const before = streams.get(channelId)
      const encoded = yield* Effect.forEach(events, PremiumSeatEvents.encode)
      streams.set(channelId, {
        ...{ stream: `seats-${channelId}`, expected: before?.expected ?? expected },
        events: [...(before?.events ?? []), ...encoded],
      })
    })
    if (seats != null && seats.events.length > 0) yield* add(seats.channelId, seats.version, seats.events)
    for (const event of rules.flatMap(({ events }) => events)) {
      if (event._tag !== "subscriptions.SeatsLost.v1") continue
      const { personId, number, lostAt: releasedAt } = event
      // Leaving is always possible, so no version is expected.
      for (const { channelId } of event.seats)
        yield* add(channelId, ANY_VERSION, [SeatReleased.make({ channelId, personId, number, releasedAt })])
    }
    return [...streams.values()]
  })
  const streamOfGift = ({ version, event }: NonNullable<SubscriptionWrite["gifts"]>) =>
    Effect.map(GiftEvents.encode(event), (encoded) => ({
      ...{ stream: `gifts-${event.personId}`, expected: version, events: [encoded] },
    }))
  const streamOfBooking = Effect.fnUntraced(function* (moved: Booking) {
    const at = formatIso(yield* Clock.currentTimeMillis)
    const events = [yield* LedgerEvents.encode(transferredEvent({ ...moved, at }))]
    return { stream: `transfer-${moved.transferId}`, expected: 0, events }
  })

  /** A StreamConflict means that a stream has changed: decide again. */
  const write = Effect.fnUntraced(
    function* (write: SubscriptionWrite): Effect.fn.Return<Receipt, StreamConflict | NotEnough | Frozen, Sealing> {
      const { hasClientId, ...command } = yield* currentCommand
      const bookings = write.bookings ?? []
      const streams: ReadonlyArray<StreamAppend> = [
        ...(yield* streamsOfRules(write)),
        ...(yield* Effect.forEach(write.cycles ?? [], streamOfCycle)),
        ...(yield* streamsOfSeats(write)),
        ...(write.gifts === undefined ? [] : [yield* streamOfGift(write.gifts)]),
        ...(yield* Effect.forEach(bookings, streamOfBooking)),
      ]
      if (streams.length === 0 && !hasClientId) return { position: 0, version: 0, repeated: false, answer: null }
      const guards = payees(bookings).map(creditGuard)
      const ledgerCall: NonNullable<Append["ledgerCall"]> = (client, answer) =>
        [...guards, ...(write.ledgerCall ? [write.ledgerCall] : [])].reduce(
          (given, call) => call(client, given),
          answer,
        )
      const hasCall = guards.length > 0 || write.ledgerCall !== undefined
      const answer = { fingerprint: fingerprintOf(write.request ?? null), ...write.answer }
      const append = booking.append({ ...command, answer, streams, ...(hasCall && { ledgerCall }) })
      return yield* asRefusals(catchClosed(append, Effect.fail(PAYEE_LEFT)))
    },
    Effect.provideService(Sealing, sealing),
  )

  return {
    readRule,
    readRules,
    readCycle,
    readCycles,
    readForwards,
    write,
    closedOwners: (ids: ReadonlyArray<string>) => Effect.promise(() => findClosedOwners(sql, ids)),
    newTransferId: Effect.map(Clock.currentTimeMillis, uuidv7),

    /** Runs a command unless it was executed before; returns the receipt of the first execution. */
    once: Effect.fnUntraced(function* <E>(
      request: unknown,
      run: Effect.Effect<Receipt, E>,
    ): Effect.fn.Return<Receipt, E | CommandReused> {
      const first = yield* previousReceipt(store, yield* currentCommand)
      const receipt = first === null ? yield* run : { ...first, repeated: true }
      return yield* assertSameRequest(receipt, fingerprintOf(request))
    }),
  }
})

/** A creator closed their wallet after the decision: decide again without them. */
const PAYEE_LEFT = new StreamConflict({ stream: "wallet", expected: 0, actual: 1 })

/** People who are paid out, in a stable order, so that two payouts cannot lock each other. */
const payees = (bookings: ReadonlyArray<Booking>): ReadonlyArray<string> => {
  const entries = bookings
    .filter(({ purpose, isGuarded = false }) => purpose === "payout" || isGuarded)
    .flatMap((moved) => moved.entries)
  return [...new Set(entries.filter(({ amount }) => amount > 0n).map(({ account }) => readAccount(account).ownerId))]
    .filter((ownerId) => ownerId !== "")
    .sort()
}
