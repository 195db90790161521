import { Deferred, Effect, Exit, FiberSet, Result } from "effect"
import {
  type Append,
  AppendObserver,
  EventStore,
  type Receipt,
  replay,
  retryOnConflict,
  Sealing,
  StreamConflict,
} from "#core/kernel"
import { asRefusals, bookingStore, type Frozen, type NotEnough } from "#core/ledger"
import { SALE_EVENTS_MAX, SALES_PER_APPEND_MAX, SALES_WAITING_MAX } from "../limits.ts"
import { NoSeat } from "../refusals.ts"
import { type PremiumSeatEvent, PremiumSeatEvents } from "./events.ts"
import { PremiumSeats, type SeatsState } from "./PremiumSeats.ts"

/** A reservation, or a charge with all but its seat: what else is appended, and the decision about the seat. */
export type Sale = {
  readonly append: Append
  /** Fails with StreamConflict if the charge was decided on another offer. */
  readonly take: (state: SeatsState) => Result.Result<ReadonlyArray<PremiumSeatEvent>, NoSeat | StreamConflict>
}

/** The seats of a channel, with the version that they were read at. */
export type LoadedSeats = { readonly state: SeatsState; readonly version: number }

export type SaleRefused = NoSeat | StreamConflict | NotEnough | Frozen
type Waiting = Sale & { readonly done: Deferred.Deferred<Receipt, SaleRefused> }
type Decided = { readonly sale: Waiting; readonly append: Append }

type Needs = {
  /** Reads the seats of a channel. */
  readonly seatsOf: (channelId: number) => Effect.Effect<LoadedSeats>
  /** Is given the seats after an append. */
  readonly keep: (channelId: number, seats: LoadedSeats) => void
}

/**
 * One queue for the seats of each channel: reservations and charges that arrive during an append share the next one, each
 * decided on the seats after the one before. If one of them cannot be appended, each is appended alone, so that none
 * fails because of another. Who finds no seat costs no transaction.
 */
export const seatQueue = Effect.fnUntraced(function* ({ seatsOf, keep }: Needs) {
  const sealing = yield* Sealing
  const booking = bookingStore(yield* EventStore)
  const fibers = yield* FiberSet.make()
  const queues = new Map<number, Array<Waiting>>()

  const encode = (events: ReadonlyArray<PremiumSeatEvent>) =>
    Effect.provideService(Effect.forEach(events, PremiumSeatEvents.encode), Sealing, sealing)

  /** A command that also changes the seats. What it gives back of the same channel comes afterwards. */
  const withSeat = Effect.fnUntraced(function* (
    { append }: Sale,
    channelId: number,
    expected: number,
    taken: ReadonlyArray<PremiumSeatEvent>,
  ) {
    const stream = streamOf(channelId)
    const events = yield* encode(taken)
    const returned = append.streams.find((each) => each.stream === stream)?.events ?? []
    const others = append.streams.filter((each) => each.stream !== stream)
    return { ...append, streams: [...others, { stream, expected, events: [...events, ...returned] }] }
  })

  const sellAlone = (channelId: number, sale: Waiting) =>
    Effect.gen(function* () {
      const { state, version } = yield* seatsOf(channelId)
      const events = yield* Effect.fromResult(sale.take(state))
      if (isIdle(sale, events)) return NOTHING
      return yield* asRefusals(booking.append(yield* withSeat(sale, channelId, version, events)))
    }).pipe(
      Effect.exit,
      Effect.flatMap((exit) => Deferred.done(sale.done, exit)),
    )

  /** Decides each command on the seats after the one before. */
  const decide = Effect.fnUntraced(function* (
    channelId: number,
    { state: before, version }: LoadedSeats,
    sales: ReadonlyArray<Waiting>,
  ) {
    let state = before
    const sold: Array<Decided> = []
    const idle: Array<{ readonly sale: Waiting; readonly exit: Exit.Exit<Receipt, SaleRefused> }> = []
    for (const sale of sales) {
      const decided = sale.take(state)
      if (Result.isFailure(decided)) idle.push({ sale, exit: Exit.fail(decided.failure) })
      else if (isIdle(sale, decided.success)) idle.push({ sale, exit: Exit.succeed(NOTHING) })
      else {
        state = replay({ ...PremiumSeats, initial: state }, decided.success)
        sold.push({ sale, append: yield* withSeat(sale, channelId, version, decided.success) })
      }
    }
    return { state, sold, idle }
  })

  /** Returns those commands that are to be decided again, because others were executed before. */
  const sellSome = Effect.fnUntraced(function* (channelId: number, sales: ReadonlyArray<Waiting>) {
    const before = yield* seatsOf(channelId)
    const { state, sold, idle } = yield* decide(channelId, before, sales)
    const receipts = yield* asRefusals(booking.appendTogether(sold.map(({ append }) => append)))
    const isWhole = receipts.every((receipt) => receipt !== null && !receipt.repeated)
    for (const [place, { sale }] of sold.entries()) {
      const receipt = receipts[place] ?? null
      if (receipt !== null) yield* Deferred.succeed(sale.done, receipt)
    }
    // A refusal counts only if the commands before it were appended.
    if (!isWhole) return sales.filter(({ done }) => !Deferred.isDoneUnsafe(done))
    if (!sold.some(({ sale }) => givesBack(sale, channelId)))
      keep(channelId, { state, version: before.version + seatEvents(sold, channelId) })
    for (const { sale, exit } of idle) yield* Deferred.done(sale.done, exit)
    return []
  })

  const sellTogether = Effect.fnUntraced(function* (channelId: number, sales: ReadonlyArray<Waiting>) {
    let rest = sales
    while (rest.length > 1) {
      const stream = streamOf(channelId)
      // A conflict about the seats comes from another process. Any other one is of a single command.
      const attempt = Effect.catchIf(sellSome(channelId, rest), isConflictBut(stream), () => Effect.succeed(null))
      const left = yield* Effect.exit(retryOnConflict(attempt))
      if (Exit.isFailure(left) || left.value === null) break
      rest = left.value
    }
    for (const sale of rest) yield* sellAlone(channelId, sale)
  })

  const drain = Effect.fnUntraced(
    function* (channelId: number) {
      // Commands of one tick come together.
      yield* Effect.yieldNow
      for (let batch = nextBatch(queues.get(channelId)); batch.length > 0; batch = nextBatch(queues.get(channelId)))
        yield* sellTogether(channelId, batch).pipe(Effect.onInterrupt(() => interrupt(batch)))
      queues.delete(channelId)
    },
    // If the process ends, the commands in the queue must fail.
    (draining, channelId) => Effect.onInterrupt(draining, () => interrupt(queues.get(channelId) ?? [])),
  )

  /** Appends a command that changes the seats of a channel. */
  return Effect.fnUntraced(function* (channelId: number, sale: Sale): Effect.fn.Return<Receipt, SaleRefused> {
    // A fiber of the queue appends, which knows nothing of this request.
    ;(yield* AppendObserver)?.()
    const done = yield* Deferred.make<Receipt, SaleRefused>()
    const queue = queues.get(channelId)
    if (queue !== undefined && queue.length >= SALES_WAITING_MAX) return yield* new NoSeat({ reason: "busy" })
    if (queue !== undefined) queue.push({ ...sale, done })
    else {
      queues.set(channelId, [{ ...sale, done }])
      yield* FiberSet.run(fibers, drain(channelId))
    }
    return yield* Deferred.await(done)
  })
})

/** The receipt of a command without effect. */
const NOTHING: Receipt = { position: 0, version: 0, repeated: false, answer: null }

const isIdle = ({ append }: Sale, events: ReadonlyArray<PremiumSeatEvent>): boolean =>
  events.length === 0 && append.streams.length === 0

const isConflictBut = (stream: string) => (error: unknown) => error instanceof StreamConflict && error.stream !== stream

const interrupt = (sales: ReadonlyArray<Waiting>) =>
  Effect.forEach(sales, ({ done }) => Deferred.interrupt(done), { discard: true })

/** Takes the next commands out of a queue, within the limits of one append. */
const nextBatch = (queue: Array<Waiting> = []): ReadonlyArray<Waiting> => {
  let [count, events] = [0, 0]
  for (const { append } of queue) {
    // One more for the seat.
    events += append.streams.reduce((sum, stream) => sum + stream.events.length, 1)
    if (count > 0 && (count >= SALES_PER_APPEND_MAX || events > SALE_EVENTS_MAX)) break
    count += 1
  }
  return queue.splice(0, count)
}

const streamOf = (channelId: number): string => `seats-${channelId}`

const givesBack = ({ append }: Sale, channelId: number): boolean =>
  append.streams.some(({ stream }) => stream === streamOf(channelId))

const seatEvents = (sold: ReadonlyArray<Decided>, channelId: number): number =>
  sold.reduce((sum, { append }) => {
    const seats = append.streams.find(({ stream }) => stream === streamOf(channelId))
    return sum + (seats?.events.length ?? 0)
  }, 0)
