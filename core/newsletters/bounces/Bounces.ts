import { Clock, Context, Effect, Layer } from "effect"
import { Sql } from "#core/kernel"
import { MailLists } from "../lists/MailLists.ts"
import { Tokens } from "../Tokens.ts"
import type { BounceKind } from "./bounceOf.ts"

const DAY_MS = 86_400_000
/** Temporary failures of an address within this time, from which it gets no more newsletters. */
const SOFT_BOUNCES_MAX = 3
const SOFT_BOUNCE_DAYS = 14
/** A suppression of all channels. */
const ALL_CHANNELS = 0

/** What a receiver reported about a letter. */
export type Report = BounceKind | "complaint"

/** Addresses that get no newsletters, and why. Sign-in codes and other mail do not ask here. */
export class Bounces extends Context.Service<
  Bounces,
  {
    /**
     * Records a report. A hard bounce ends all lists of the reader, a complaint that of the channel, soft ones only if they
     * repeat. Returns false if there is no such letter.
     */
    record(letterId: number, report: Report): Effect.Effect<boolean>
    /** Which of these addresses get no mail of a channel, by their digests. */
    suppressed(addresses: ReadonlyArray<string>, channelId: number | null): Effect.Effect<ReadonlySet<string>>
    /** Lets an address receive mail of a channel again, at the request of its owner. */
    lift(address: string, channelId: number): Effect.Effect<void>
    /** Deletes old temporary failures. */
    readonly sweep: Effect.Effect<void>
  }
>()("core/newsletters/Bounces") {
  static readonly layer = Layer.effect(
    Bounces,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const lists = yield* MailLists
      const tokens = yield* Tokens

      const suppress = (address: string, channelId: number, reason: string, nowMs: number) =>
        Effect.promise(
          () => sql`
            insert into newsletters.suppression (address, channel_id, reason, made_at)
            values (${address}, ${channelId}, ${reason}, ${new Date(nowMs)}) on conflict do nothing`,
        )
      const countSoft = (address: string, letterId: number, nowMs: number) =>
        Effect.promise(async () => {
          await sql`
            insert into newsletters.soft_bounce (address, letter_id, bounced_at)
            values (${address}, ${letterId}, ${new Date(nowMs)}) on conflict do nothing`
          const [row] = await sql<Array<{ count: number }>>`
            select count(*)::int as count from newsletters.soft_bounce
            where address = ${address} and bounced_at > ${new Date(nowMs - SOFT_BOUNCE_DAYS * DAY_MS)}`
          return row?.count ?? 0
        })

      return Bounces.of({
        record: Effect.fn("Bounces.record")(function* (letterId, report) {
          const nowMs = yield* Clock.currentTimeMillis
          const isBounce = report !== "complaint"
          const [letter] = yield* Effect.promise(
            () => sql<Array<{ personId: string; channelId: number | null; address: string | null }>>`
              update newsletters.letter l
              set bounced_at = case when ${isBounce} then coalesce(bounced_at, ${new Date(nowMs)}) else bounced_at end
              from newsletters.sending s where l.letter_id = ${letterId} and s.sending_id = l.sending_id
              returning l.person_id as "personId", s.channel_id as "channelId", l.address`,
          )
          if (letter === undefined || letter.address === null) return false
          const { personId, channelId, address } = letter
          if (report === "complaint") {
            yield* suppress(address, channelId ?? ALL_CHANNELS, "complaint", nowMs)
            yield* lists.leave(personId, channelId === null ? "all" : { channelId }, "complaint")
            return true
          }
          const isOver = report === "hard" || (yield* countSoft(address, letterId, nowMs)) >= SOFT_BOUNCES_MAX
          if (isOver) {
            yield* suppress(address, ALL_CHANNELS, "bounce", nowMs)
            yield* lists.leave(personId, "all", "bounce")
          }
          return true
        }),

        suppressed: Effect.fn("Bounces.suppressed")(function* (addresses, channelId) {
          const digests = addresses.map(tokens.digestOf)
          const rows = yield* Effect.promise(
            () => sql<Array<{ address: string }>>`
              select address from newsletters.suppression where address = any(${digests}::text[])
                and channel_id = any(${[ALL_CHANNELS, ...(channelId === null ? [] : [channelId])]}::int[])`,
          )
          return new Set(rows.map(({ address }) => address))
        }),

        lift: (address, channelId) =>
          Effect.promise(async () => {
            const digest = tokens.digestOf(address)
            await sql`
              delete from newsletters.suppression
              where address = ${digest} and channel_id in (${channelId}, ${ALL_CHANNELS})`
            await sql`delete from newsletters.soft_bounce where address = ${digest}`
          }),

        sweep: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          Effect.promise(async () => {
            await sql`
              delete from newsletters.soft_bounce where bounced_at < ${new Date(nowMs - SOFT_BOUNCE_DAYS * DAY_MS)}`
          }),
        ),
      })
    }),
  )
}
