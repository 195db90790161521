import { Clock, Effect } from "effect"
import { PollSchedule } from "#core/feeds"
import { Sql } from "#core/kernel"
import { copyLags } from "#projections/library"
import { currentRates, pairName } from "#projections/rates"
import { projectionStatus, reactorStatus } from "#projections/runner"
import { type Labels, renderGauge } from "./Registry.ts"
import { renderCluster } from "./renderCluster.ts"

const MS = 1_000

/**
 * Renders the metrics of the whole installation, read from the database: read models, reactors, feeds, rates, backups. The same
 * in every process.
 */
export const renderLibrary = Effect.gen(function* () {
  const { client: sql } = yield* Sql
  const schedule = yield* PollSchedule
  const [projections, reactors, feeds, copies, rates, nowMs, cluster] = yield* Effect.all(
    [
      Effect.promise(() => projectionStatus(sql)),
      Effect.promise(() => reactorStatus(sql)),
      Effect.flatMap(Clock.currentTimeMillis, schedule.count),
      Effect.promise(() => copyLags(sql)),
      currentRates(),
      Clock.currentTimeMillis,
      renderCluster,
    ],
    { concurrency: "unbounded" },
  )
  const live = projections.filter(({ status }) => status === "live")
  const by = <Row extends { readonly name: string }>(rows: ReadonlyArray<Row>, value: (row: Row) => number) =>
    rows.map((row): readonly [Labels, number] => [{ name: row.name }, value(row)])
  return [
    renderGauge(
      "quire_projection_lag_events",
      "Events that the live build has yet to take in.",
      by(live, (row) => row.lag_events),
    ),
    renderGauge(
      "quire_projection_lag_seconds",
      "Age of the oldest of them.",
      by(live, (row) => row.lag_seconds),
    ),
    renderGauge(
      "quire_projection_parked_events",
      "Events that wait for an operator.",
      by(live, (row) => row.parked_events),
    ),
    renderGauge(
      "quire_projection_paused",
      "1 where an operator stopped it.",
      by(live, (row) => Number(row.paused)),
    ),
    renderGauge(
      "quire_reactor_attempts",
      "How often the event that a reactor is at has failed.",
      by(reactors, (row) => row.attempts),
    ),
    renderGauge(
      "quire_search_copy_behind_events",
      "Events that a copy in the search cluster has yet to take in.",
      by(copies, (row) => row.behind),
    ),
    renderGauge(
      "quire_search_copy_attempts",
      "How often sending to it failed since it last succeeded.",
      by(copies, (row) => row.attempts),
    ),
    renderGauge(
      "quire_rate_age_seconds",
      "How old the price of an asset is.",
      rates.map((rate): readonly [Labels, number] => [
        { pair: pairName(rate) },
        Math.round((nowMs - rate.takenAt.getTime()) / MS),
      ]),
    ),
    renderGauge("quire_feeds", "Feeds in the schedule.", feeds.feeds),
    renderGauge("quire_feeds_due", "Feeds that wait to be looked at.", feeds.due),
    renderGauge("quire_feeds_overdue_seconds", "How long the longest waiting one has been due.", feeds.overdueSeconds),
    renderGauge("quire_feeds_failing", "Feeds whose last look failed.", feeds.failing),
    cluster,
  ].join("")
})
