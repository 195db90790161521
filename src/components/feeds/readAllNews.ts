import { Effect } from "effect"
import type { SourceType } from "#contract/feeds"
import { countBySource, listItems } from "#projections/feeds"
import { cached } from "../../web/library/cached.ts"
import { feedLanguageIn } from "./language.ts"
import { isWhole, type Newsfeed, spanOf } from "./readNewsfeed.ts"

const SECONDS = 15
const countAll = cached(countBySource(null), SECONDS)

/** All news for an address, in the shape of a newsfeed without groups. */
export const readAllNews = Effect.fn("readAllNews")(function* ({
  query,
  languages,
  now,
  timeZone,
}: {
  /** Languages if the address names none; empty for all. */
  readonly languages: ReadonlyArray<string>
  readonly query: URLSearchParams
  readonly now: Date
  readonly timeZone: string
}) {
  const chosen = feedLanguageIn(query)
  const span = spanOf(query, now, timeZone)
  const [sources, page] = yield* Effect.all(
    [
      isWhole(span) ? countAll.load : countBySource(null, span),
      listItems({
        feedIds: null,
        ...span,
        sources: query.getAll("source") as ReadonlyArray<SourceType>,
        languages: chosen === undefined ? languages : [chosen.toLowerCase()],
        cursor: query.get("cursor") ?? undefined,
      }),
    ],
    { concurrency: "unbounded" },
  )
  const newsfeed: Newsfeed = {
    total: { count: sources.reduce((sum, { count }) => sum + count, 0), isMore: false },
    groups: [],
    sources: sources.map((source) => ({ ...source, isMore: false })),
    page,
  }
  return newsfeed
})
