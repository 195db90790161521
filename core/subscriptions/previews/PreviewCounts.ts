import { Clock, Context, Effect, Layer } from "effect"
import { formatIso, Sql } from "#core/kernel"

/** The steps from the closed part of a post to a subscription. */
export type PreviewStep = "shown" | "opened" | "subscribed"

/** Sums of some days, over the given channels. */
export type PreviewSums = Readonly<Record<PreviewStep, number>>

/**
 * Counts how often the closed part of posts leads to a subscription, by channel and day. Nothing is recorded about the
 * reader: docs/decisions/0062-conversion-without-tracking.md.
 */
export class PreviewCounts extends Context.Service<
  PreviewCounts,
  {
    /** Counts one step, today in UTC. */
    count(channelId: number, step: PreviewStep): Effect.Effect<void>
    /** What was counted in the last days, with today. */
    sumOf(channelIds: ReadonlyArray<number>, days: number): Effect.Effect<PreviewSums>
  }
>()("core/subscriptions/PreviewCounts") {
  static readonly layer = Layer.effect(
    PreviewCounts,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const dayBefore = (nowMs: number, days: number) => formatIso(nowMs - days * DAY_MS).slice(0, 10)

      return PreviewCounts.of({
        count: Effect.fn("PreviewCounts.count")(function* (channelId, step) {
          const day = dayBefore(yield* Clock.currentTimeMillis, 0)
          yield* Effect.promise(
            () => sql`
              insert into subscriptions.preview_day as counted (channel_id, day, ${sql(step)})
              values (${channelId}, ${day}::text::date, 1)
              on conflict (channel_id, day) do update set ${sql(step)} = counted.${sql(step)} + 1`,
          )
        }),

        sumOf: Effect.fn("PreviewCounts.sumOf")(function* (channelIds, days) {
          const since = dayBefore(yield* Clock.currentTimeMillis, days)
          const [sums] = yield* Effect.promise(
            () => sql<Array<PreviewSums>>`
              select coalesce(sum(shown), 0)::int as shown, coalesce(sum(opened), 0)::int as opened,
                coalesce(sum(subscribed), 0)::int as subscribed
              from subscriptions.preview_day
              where channel_id = any(${[...channelIds]}::int[]) and day > ${since}::text::date`,
          )
          return sums ?? { shown: 0, opened: 0, subscribed: 0 }
        }),
      })
    }),
  )
}

const DAY_MS = 86_400_000
