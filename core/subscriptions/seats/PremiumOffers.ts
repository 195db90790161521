import { Clock, Context, Effect, Exit, Layer, Request, RequestResolver, Result } from "effect"
import { channelReader, NoChannel } from "#core/channels"
import {
  batchedWriter,
  currentCommand,
  type Decide,
  type Receipt,
  retryOnConflict,
  StreamConflict,
  versionedReader,
  withFreshCommandId,
} from "#core/kernel"
import { NoSeat, type UnfitOffer } from "../refusals.ts"
import {
  holdSeat,
  joinWaiting,
  leaveWaiting,
  type Offer,
  offerFreeSeats,
  type SeatOf,
  setOffer,
} from "./changeSeats.ts"
import type { PremiumSeatEvent } from "./events.ts"
import { PremiumSeats, type SeatsState } from "./PremiumSeats.ts"
import { type LoadedSeats, type Sale, type SaleRefused, seatQueue } from "./seatQueue.ts"

/** Channels whose seats stay in memory, and those that are read at the same time. */
const [KEPT_MAX, READ_AT_ONCE_MAX] = [1_000, 4]

/** Everybody who asks for the seats of a channel in one tick shares a read. */
class SeatsOf extends Request.Class<{ readonly channelId: number }, LoadedSeats> {}

/**
 * Premium offers of channels and their seats. Reservations, and the charges of `Subscriptions` with the seats that they pay
 * for, go through one queue for each channel, so that a rush gets fast answers.
 */
export class PremiumOffers extends Context.Service<
  PremiumOffers,
  {
    /** Sets what the creator of a channel offers. Returns the log position to wait for. */
    offer(personId: string, channelId: number, offer: Offer): Effect.Effect<number, UnfitOffer | NoChannel>
    /** Reserves a seat for 15 minutes; one that is reserved already stays as it is. */
    hold(personId: string, channelId: number): Effect.Effect<number, NoSeat>
    /** Appends a charge together with the seat that it pays for. */
    sell(channelId: number, sale: Sale): Effect.Effect<Receipt, SaleRefused>
    /** Joins the waiting list; a free seat is reserved for 24 hours. */
    join(personId: string, channelId: number): Effect.Effect<number, NoSeat>
    /** Leaves the waiting list, or gives up a reserved seat. */
    leave(personId: string, channelId: number): Effect.Effect<number, NoSeat>
    /** Offers free seats to the people who wait. Any number of processes may call it. */
    offerFree(channelId: number): Effect.Effect<number>
    /** The current seats of a channel. */
    seatsOf(channelId: number): Effect.Effect<LoadedSeats>
    /** The seats of a channel as they were last read, for decisions that a version verifies. */
    lastSeatsOf(channelId: number): Effect.Effect<LoadedSeats>
  }
>()("core/subscriptions/PremiumOffers") {
  static readonly layer = Layer.effect(
    PremiumOffers,
    Effect.gen(function* () {
      const write = yield* batchedWriter(PremiumSeats)
      const read = yield* versionedReader(PremiumSeats)
      const readChannel = yield* channelReader
      const kept = new Map<number, LoadedSeats>()

      const keep = (channelId: number, seats: LoadedSeats) => {
        kept.delete(channelId)
        kept.set(channelId, seats)
        const [oldest] = kept.keys()
        if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
      }
      const readSeats = (channelId: number) =>
        Effect.tap(read(String(channelId), kept.get(channelId)), (seats) => Effect.sync(() => keep(channelId, seats)))
      const seats = RequestResolver.make<SeatsOf>((entries) =>
        Effect.forEach(
          Map.groupBy(entries, ({ request }) => request.channelId),
          ([channelId, asked]) =>
            Effect.map(readSeats(channelId), (found) => {
              for (const { completeUnsafe } of asked) completeUnsafe(Exit.succeed(found))
            }),
          { concurrency: READ_AT_ONCE_MAX, discard: true },
        ),
      )

      const seatsOf = (channelId: number) => Effect.request(new SeatsOf({ channelId }), seats)
      const sell = yield* seatQueue({ seatsOf, keep })

      const hold = Effect.fnUntraced(function* (personId: string, channelId: number) {
        const { hasClientId: _, ...command } = yield* currentCommand
        const take = holdSeat({ personId, channelId, nowMs: yield* Clock.currentTimeMillis })
        const held = sell(channelId, { append: { ...command, streams: [] }, take }).pipe(
          Effect.catchTags({ NotEnough: Effect.die, Frozen: Effect.die }),
        )
        return (yield* retryOnConflict(held)).position
      })

      const change = Effect.fnUntraced(function* <Refusal>(
        personId: string,
        channelId: number,
        decide: (of: SeatOf) => Decide<SeatsState, PremiumSeatEvent, Refusal>,
      ) {
        const nowMs = yield* Clock.currentTimeMillis
        const { receipt } = yield* write(String(channelId), decide({ personId, channelId, nowMs })).pipe(
          Effect.catchIf(isTooBusy, () => new NoSeat({ reason: "busy" })),
        )
        return receipt.position
      })

      return PremiumOffers.of({
        offer: Effect.fn("PremiumOffers.offer")(function* (personId, channelId, offer) {
          const channel = yield* readChannel(String(channelId))
          // Rules name creators, so that only the first channel has seats.
          if (channel.personId !== personId || channel.parentId !== null) return yield* new NoChannel({})
          return yield* change(personId, channelId, (of) => setOffer(of, offer)).pipe(
            Effect.catchTag("NoSeat", Effect.die),
          )
        }),
        hold: (personId, channelId) =>
          withFreshCommandId(hold(personId, channelId)).pipe(
            Effect.catchTag("StreamConflict", () => new NoSeat({ reason: "busy" })),
          ),
        sell,
        join: Effect.fn("PremiumOffers.join")((personId, channelId) => change(personId, channelId, joinWaiting)),
        leave: Effect.fn("PremiumOffers.leave")((personId, channelId) => change(personId, channelId, leaveWaiting)),
        offerFree: Effect.fn("PremiumOffers.offerFree")((channelId) =>
          change("", channelId, (of) => (state) => Result.succeed(offerFreeSeats(of)(state))).pipe(Effect.orDie),
        ),
        seatsOf,
        lastSeatsOf: (channelId) => {
          const known = kept.get(channelId)
          return known === undefined ? seatsOf(channelId) : Effect.succeed(known)
        },
      })
    }),
  )
}

/** Too many commands wait for the stream, or other processes write to it all the time. */
const isTooBusy = <E>(error: E): error is Extract<E, { readonly _tag: "StreamBusy" } | StreamConflict> =>
  error instanceof StreamConflict || (error as { readonly _tag?: string } | null)?._tag === "StreamBusy"
