import { LibraryEvents } from "#core/library"
import { change, makeProjection, on } from "#projections/runner"
import { feedAccess } from "./tables.ts"

/** Counts opened items per feed and day, for popularity. */
export const access = makeProjection({
  name: "access",
  version: 1,
  byStream: true,
  tables: [feedAccess],
  handlers: [
    on(LibraryEvents, {
      "library.NewsAccessed.v1": ({ feedId, accessedAt }) => {
        const day = `${accessedAt.slice(0, 10)}T00:00:00.000Z`
        return [
          change(feedAccess, [feedId, day], (row) => ({ feed_id: feedId, day, accesses: (row?.accesses ?? 0) + 1 })),
        ]
      },
    }),
  ],
})
