import { change, is, makeProjection, on, table } from "#projections/runner"
import { TallyEvents } from "./events.ts"

const tally = table(
  "tally",
  {
    id: is.text,
    events: is.int,
    total: is.bigint,
    views: is.int,
    likes: is.int,
    shares: is.int,
    last_at: is.at,
    is_open: is.bool,
  },
  { key: ["id"] },
)
const EMPTY = { events: 0, total: 0, views: 0, likes: 0, shares: 0, is_open: true }

/** One row per stream, with counters. */
export const tallies = makeProjection({
  name: "tallies",
  version: 1,
  byStream: true,
  tables: [tally],
  handlers: [
    on(TallyEvents, {
      "bench.Tallied.v1": ({ tallyId, by, at, kind }) => [
        change(tally, [tallyId], (row) => {
          const before = row ?? EMPTY
          return {
            id: tallyId,
            events: before.events + 1,
            total: before.total + by,
            views: before.views + (kind === "view" ? 1 : 0),
            likes: before.likes + (kind === "like" ? 1 : 0),
            shares: before.shares + (kind === "share" ? 1 : 0),
            last_at: at,
            is_open: before.is_open,
          }
        }),
      ],
      "bench.Closed.v1": ({ tallyId }) => [
        change(tally, [tallyId], (row) => (row === null ? null : { ...row, is_open: false })),
      ],
    }),
  ],
})

export const projections = [tallies]
