import { Effect } from "effect"
import { sql } from "kysely"
import { Sql } from "#core/kernel"
import { isAnyOf, readModels } from "#projections/runner"
import { subscriptionOffer, subscriptionSeat } from "./tables.ts"

/** Channels with waiting people in one run of the worker. */
const WAITED_FOR_MAX = 500
/** Seats and places in waiting lists of one person. */
const OWN_MAX = 100

const db = readModels(subscriptionOffer, subscriptionSeat)

/** What a creator offers for premium, and how many seats are left. */
export type ListedOffer = {
  readonly channelId: number
  readonly creatorId: string
  /** The monthly price in minor units of the base currency; 0 if premium is not offered any more. */
  readonly pmsf: bigint
  readonly currencyId: number
  readonly cap: number
  readonly taken: number
  /** Seats that anyone can reserve now. */
  readonly left: number
  readonly waiting: number
}

/** The offers of creators, by their ids. Creators without one are omitted. */
export const offersOfCreators = Effect.fn("offersOfCreators")(function* (
  creatorIds: ReadonlyArray<string>,
  nowMs: number,
) {
  const { query } = yield* Sql
  const now = new Date(nowMs)
  const rows = yield* query(
    db
      .selectFrom("read.subscription_offer as offer")
      .select(["offer.channel_id as channelId", "offer.creator_id as creatorId", "offer.pmsf", "offer.cap"])
      .select("offer.currency_id as currencyId")
      .select((eb) => {
        const seats = eb
          .selectFrom("read.subscription_seat as seat")
          .whereRef("seat.channel_id", "=", "offer.channel_id")
          .select((of) => of.fn.countAll<string>().as("count"))
        return [
          seats.where("seat.status", "=", "taken").as("taken"),
          // Only reservations end at a time.
          seats.where("seat.until", ">", now).as("reserved"),
          seats.where("seat.status", "=", "waiting").as("waiting"),
        ]
      })
      .where((eb) => isAnyOf(eb.ref("offer.creator_id"), creatorIds)),
  )
  return new Map(
    rows.map((row): readonly [string, ListedOffer] => {
      const [taken, reserved, waiting] = [Number(row.taken), Number(row.reserved), Number(row.waiting)]
      // Free seats belong to the people who wait.
      const left = Math.max(0, row.cap - taken - reserved - waiting)
      return [row.creatorId, { ...row, pmsf: BigInt(row.pmsf), taken, waiting, left }]
    }),
  )
})

/** A person's seat with a channel, or their place in its waiting list. */
export type OwnSeat = {
  readonly channelId: number
  readonly status: "taken" | "held" | "offered" | "waiting"
  /** The end of a reservation. */
  readonly until: Date | null
  /** How many people wait, up to this one; 0 unless they wait. */
  readonly place: number
}

/** The seats, reservations and places in waiting lists of a person. */
export const seatsOfPerson = Effect.fn("seatsOfPerson")(function* (personId: string, nowMs: number) {
  const { query } = yield* Sql
  const now = new Date(nowMs)
  const rows = yield* query(
    db
      .selectFrom("read.subscription_seat as seat")
      .select(["seat.channel_id as channelId", "seat.status", "seat.until"])
      .select((eb) =>
        eb
          .selectFrom("read.subscription_seat as other")
          .select((of) => of.fn.countAll<string>().as("count"))
          .whereRef("other.channel_id", "=", "seat.channel_id")
          .where("other.status", "=", "waiting")
          .whereRef("other.place", "<=", "seat.place")
          .as("place"),
      )
      .where("seat.person_id", "=", personId)
      .where((eb) => eb.or([eb("seat.until", "is", null), eb("seat.until", ">", now)]))
      .orderBy("seat.since", "desc")
      .limit(OWN_MAX),
  )
  return rows.map((row): OwnSeat => ({ ...row, place: row.status === "waiting" ? Number(row.place) : 0 }))
})

/** Channels that people wait for. */
export const listWaitedFor = Effect.gen(function* () {
  const { query } = yield* Sql
  const rows = yield* query(
    db
      .selectFrom("read.subscription_seat")
      .select("channel_id as channelId")
      .where("status", "=", "waiting")
      .groupBy("channel_id")
      .orderBy(sql`min(place)`)
      .limit(WAITED_FOR_MAX),
  )
  return rows.map(({ channelId }) => channelId)
}).pipe(Effect.withSpan("listWaitedFor"))
