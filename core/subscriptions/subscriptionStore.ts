import { Clock, Effect } from "effect"
import {
  ANY_VERSION,
  type Append,
  coalescedReader,
  currentCommand,
  EventStore,
  factEncoder,
  formatIso,
  manyReader,
  type NewEvent,
  previousReceipt,
  type Receipt,
  refuseUnlessDuplicate,
  Sealing,
  Sql,
  type StreamAppend,
  StreamConflict,
  uuidv7,
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
import { PremiumSeatEvents, SeatReleased } from "./seats/events.ts"

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

type RuleWrites = ReadonlyArray<{ readonly version: number; readonly events: ReadonlyArray<RuleEvent> }>

/** New events of a rule and of cycles, with the versions that were decided on, and the money that they move. */
export type SubscriptionWrite = {
  readonly rules?: RuleWrites
  readonly cycles?: ReadonlyArray<CycleWrite>
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
  const encodeGifts = factEncoder(GiftEvents, yield* Sealing)
  const { client: sql } = yield* Sql
  const booking = bookingStore(store)
  const [readRule, readCycle] = [yield* coalescedReader(Rule), yield* coalescedReader(Cycle)]
  const readForwards = yield* forwardsReader
  const [readRules, readCycles] = [yield* manyReader(Rule), yield* manyReader(Cycle)]

  const streamOfGift = ({ version, event }: NonNullable<SubscriptionWrite["gifts"]>) =>
    Effect.map(encodeGifts([event]), (events) => ({ stream: `gifts-${event.personId}`, expected: version, events }))

  /** The append of a write. */
  const appendOf = Effect.fnUntraced(function* (write: SubscriptionWrite): Effect.fn.Return<Append> {
    const [{ hasClientId: _, ...command }, nowMs] = [yield* currentCommand, yield* Clock.currentTimeMillis]
    const { rules = [], cycles = [], gifts, bookings = [] } = write
    const streams: ReadonlyArray<StreamAppend> = [
      ...streamsOfRules(rules, nowMs),
      ...cycles.map((cycle) => streamOfCycle(cycle, nowMs)),
      ...streamsOfSeats(rules, nowMs),
      ...(gifts === undefined ? [] : [yield* streamOfGift(gifts)]),
      ...bookings.map((booked) => streamOfBooking(booked, nowMs)),
    ]
    const guards = payees(bookings).map(creditGuard)
    const ledgerCall: NonNullable<Append["ledgerCall"]> = (client, answer) =>
      [...guards, ...(write.ledgerCall ? [write.ledgerCall] : [])].reduce((given, call) => call(client, given), answer)
    const hasCall = guards.length > 0 || write.ledgerCall !== undefined
    const answer = { fingerprint: fingerprintOf(write.request ?? null), ...write.answer }
    return { ...command, answer, streams, ...(hasCall && { ledgerCall }) }
  })

  /** A StreamConflict means that a stream has changed: decide again. */
  const write = Effect.fnUntraced(function* (
    write: SubscriptionWrite,
  ): Effect.fn.Return<Receipt, StreamConflict | NotEnough | Frozen> {
    const append = yield* appendOf(write)
    const { hasClientId } = yield* currentCommand
    if (append.streams.length === 0 && !hasClientId) return { position: 0, version: 0, repeated: false, answer: null }
    return yield* asRefusals(catchClosed(booking.append(append), Effect.fail(PAYEE_LEFT)))
  })

  return {
    readRule,
    readRules,
    readCycle,
    readCycles,
    readForwards,
    write,
    appendOf,
    closedOwners: (ids: ReadonlyArray<string>) => Effect.promise(() => findClosedOwners(sql, ids)),
    newTransferId: Effect.map(Clock.currentTimeMillis, uuidv7),

    /**
     * Runs a command unless it was executed before, or at the same time; returns the receipt of the first execution.
     */
    once: Effect.fnUntraced(function* <E>(
      request: unknown,
      run: Effect.Effect<Receipt, E>,
    ): Effect.fn.Return<Receipt, E | CommandReused> {
      const command = yield* currentCommand
      const first = yield* previousReceipt(store, command)
      const receipt =
        first === null
          ? yield* Effect.catch(run, (refusal) => refuseUnlessDuplicate(store, command, refusal))
          : { ...first, repeated: true }
      return yield* assertSameRequest(receipt, fingerprintOf(request))
    }),
  }
})

const streamsOfRules = (rules: RuleWrites, nowMs: number): ReadonlyArray<StreamAppend> =>
  rules.flatMap(({ version, events }) => {
    const [first] = events
    if (first === undefined) return []
    const stream = `rule-${ruleIdOf(first.personId, first.number)}`
    return [{ stream, expected: version, events: events.map((event) => RuleEvents.encodeSync(event, nowMs)) }]
  })

const streamOfCycle = ({ version, event, seats }: CycleWrite, nowMs: number): StreamAppend => {
  const events = (seats === undefined ? [event] : [event, seats]).map((each) => CycleEvents.encodeSync(each, nowMs))
  return { stream: `cycle-${cycleIdOf(event)}`, expected: version, events }
}

/** One stream for each channel with seats that rules give back. Leaving is always possible, so no version is expected. */
const streamsOfSeats = (rules: RuleWrites, nowMs: number): ReadonlyArray<StreamAppend> => {
  const streams = new Map<string, Array<NewEvent>>()
  for (const event of rules.flatMap(({ events }) => events)) {
    if (event._tag !== "subscriptions.SeatsLost.v1") continue
    const { personId, number, lostAt: releasedAt } = event
    for (const { channelId } of event.seats) {
      const released = SeatReleased.make({ channelId, personId, number, releasedAt })
      const stream = `seats-${channelId}`
      streams.set(stream, [...(streams.get(stream) ?? []), PremiumSeatEvents.encodeSync(released, nowMs)])
    }
  }
  return [...streams].map(([stream, events]) => ({ stream, expected: ANY_VERSION, events }))
}

const streamOfBooking = (booked: Booking, nowMs: number): StreamAppend => {
  const moved = transferredEvent({ ...booked, at: formatIso(nowMs) })
  return { stream: `transfer-${booked.transferId}`, expected: 0, events: [LedgerEvents.encodeSync(moved, nowMs)] }
}

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
