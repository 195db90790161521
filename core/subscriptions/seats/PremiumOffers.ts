import { Clock, Context, Effect, Layer, Result, type Scope, Semaphore } from "effect"
import { channelReader, NoChannel } from "#core/channels"
import { batchedWriter, type Decide, StreamConflict, versionedReader, withFreshCommandId } from "#core/kernel"
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

/** The seats of a channel, with the version that they were read at. */
type LoadedSeats = { readonly state: SeatsState; readonly version: number }

/** Channels whose seats stay in memory. */
const KEPT_MAX = 1_000
/** Queues of charges for seats: two channels rarely share one. */
const QUEUES = 64

/**
 * Premium offers of channels and their seats. Reservations and waiting lists are written in batches, so that a rush gets
 * fast answers; a seat is taken by `Subscriptions`, in the append that charges for it.
 */
export class PremiumOffers extends Context.Service<
  PremiumOffers,
  {
    /** Sets what the creator of a channel offers. Returns the log position to wait for. */
    offer(personId: string, channelId: number, offer: Offer): Effect.Effect<number, UnfitOffer | NoChannel>
    /** Reserves a seat for 15 minutes; one that is reserved already stays as it is. */
    hold(personId: string, channelId: number): Effect.Effect<number, NoSeat>
    /** Joins the waiting list; a free seat is reserved for 24 hours. */
    join(personId: string, channelId: number): Effect.Effect<number, NoSeat>
    /** Leaves the waiting list, or gives up a reserved seat. */
    leave(personId: string, channelId: number): Effect.Effect<number, NoSeat>
    /** Offers free seats to the people who wait. Any number of processes may call it. */
    offerFree(channelId: number): Effect.Effect<number>
    /** The current seats of a channel. */
    seatsOf(channelId: number): Effect.Effect<LoadedSeats>
    /**
     * Waits until no other charge of this process takes a seat of the channel, and keeps the turn until the scope ends: so
     * they do not conflict with each other.
     */
    turnOf(channelId: number): Effect.Effect<void, never, Scope.Scope>
  }
>()("core/subscriptions/PremiumOffers") {
  static readonly layer = Layer.effect(
    PremiumOffers,
    Effect.gen(function* () {
      const write = yield* batchedWriter(PremiumSeats)
      const read = yield* versionedReader(PremiumSeats)
      const readChannel = yield* channelReader
      const kept = new Map<number, LoadedSeats>()
      const queues = yield* Effect.all(Array.from({ length: QUEUES }, () => Semaphore.make(1)))

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
        hold: Effect.fn("PremiumOffers.hold")((personId, channelId) =>
          withFreshCommandId(change(personId, channelId, holdSeat)),
        ),
        join: Effect.fn("PremiumOffers.join")((personId, channelId) => change(personId, channelId, joinWaiting)),
        leave: Effect.fn("PremiumOffers.leave")((personId, channelId) => change(personId, channelId, leaveWaiting)),
        offerFree: Effect.fn("PremiumOffers.offerFree")((channelId) =>
          change("", channelId, (of) => (state) => Result.succeed(offerFreeSeats(of)(state))).pipe(Effect.orDie),
        ),
        seatsOf: Effect.fnUntraced(function* (channelId) {
          const seats = yield* read(String(channelId), kept.get(channelId))
          kept.delete(channelId)
          kept.set(channelId, seats)
          const [oldest] = kept.keys()
          if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
          return seats
        }),
        turnOf: (channelId) => {
          const queue = queues[channelId % QUEUES]
          return queue === undefined ? Effect.void : Effect.acquireRelease(queue.take(1), () => queue.release(1))
        },
      })
    }),
  )
}

/** Too many commands wait for the stream, or other processes write to it all the time. */
const isTooBusy = <E>(error: E): error is Extract<E, { readonly _tag: "StreamBusy" } | StreamConflict> =>
  error instanceof StreamConflict || (error as { readonly _tag?: string } | null)?._tag === "StreamBusy"
