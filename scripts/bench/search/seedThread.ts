import { parentPort, workerData } from "node:worker_threads"
import type { FeedEvent, FeedFacts } from "#core/feeds"
import { connect } from "#core/kernel"
import { feeds, items } from "#projections/feeds"
import { searchables } from "#projections/library"
import { type Projection, rowAfter } from "#projections/runner"
import { copyIn } from "../../../projections/runner/copyStream.ts"
import { copyValue } from "../../../projections/runner/copyText.ts"
import { Corpus, type CorpusFeed } from "./corpus.ts"
import type { SeedWork } from "./seedLibrary.ts"

/** Items generated and copied per batch. */
const ITEMS_AT_ONCE = 2_000
const SHOWN_EVERY = 20_000

type Row = Readonly<Record<string, unknown>>

/** The rows that a sequence of events produces in the tables of a projection. */
const rowsOf = (projection: Projection, events: ReadonlyArray<FeedEvent>): ReadonlyMap<string, ReadonlyArray<Row>> => {
  const rows = new Map<string, Map<string, Row | null>>()
  for (const event of events) {
    const context = { position: 0, stream: "", recordedAt: "", actor: "bench" }
    for (const change of projection.fold(event, context)) {
      const { table, key } = change
      const known = rows.get(table.name) ?? new Map<string, Row | null>()
      rows.set(table.name, known.set(key.join(), rowAfter(change, known.get(key.join()) ?? null)))
    }
  }
  return new Map([...rows].map(([name, of]) => [name, [...of.values()].filter((row) => row !== null)]))
}

const work = workerData as SeedWork
const sql = connect(work.url, { connectionsMax: 1 })
const corpus = new Corpus(work.items, work.endMs)

const copyRows = async (projection: Projection, rows: ReadonlyMap<string, ReadonlyArray<Row>>): Promise<void> => {
  for (const { name, columns } of projection.tables) {
    const names = Object.keys(columns)
    const lines = (rows.get(name) ?? []).map(
      (row) =>
        `${names.map((column) => copyValue(row[column], columns[column] as (typeof columns)[string])).join("\t")}\n`,
    )
    const list = names.map((column) => `"${column}"`).join(", ")
    await copyIn(sql, `copy rm_${projection.name}_1.${name} (${list}) from stdin`, lines)
  }
}

const factsOf = ({ title, language, source, url }: CorpusFeed): FeedFacts => ({
  title,
  description: null,
  link: new URL(url).origin,
  iconUrl: null,
  language,
  author: null,
  categories: [],
  hubs: [],
  source,
  contentType: source === "YouTube" || source === "PeerTube" ? "video" : source === "Podcast" ? "podcast" : "article",
})

const at = new Date(work.endMs).toISOString()
if (work.withFeeds) {
  const seeded = corpus.feeds.flatMap(
    (feed): ReadonlyArray<FeedEvent> => [
      { _tag: "feeds.FeedAdded.v1", feedId: feed.feedId, url: feed.url, source: feed.source, addedAt: at },
      {
        _tag: "feeds.FeedFetched.v1",
        feedId: feed.feedId,
        fetchedAt: at,
        facts: factsOf(feed),
        items: [],
        problems: [],
      },
    ],
  )
  const counts = new Map<string, number>()
  for (let index = 0; index < work.items; index += 1) {
    const { feedId } = corpus.feedOf(index)
    counts.set(feedId, (counts.get(feedId) ?? 0) + 1)
  }
  const rows = rowsOf(feeds, seeded)
  const counted = (rows.get("feed") ?? []).map((row) => ({
    ...row,
    item_count: counts.get(row["feed_id"] as string) ?? 0,
    last_updated: at,
  }))
  await copyRows(feeds, new Map([["feed", counted]]))
  await copyRows(searchables, rowsOf(searchables, seeded))
}
for (let from = work.from; from < work.to; from += ITEMS_AT_ONCE) {
  const seeded = Array.from({ length: Math.min(ITEMS_AT_ONCE, work.to - from) }, (_, offset): FeedEvent => {
    const item = corpus.item(from + offset)
    const { feedId } = corpus.feedOf(from + offset)
    return { _tag: "feeds.FeedFetched.v1", feedId, fetchedAt: item.sortAt, facts: null, items: [item], problems: null }
  })
  await copyRows(items, rowsOf(items, seeded))
  await copyRows(searchables, rowsOf(searchables, seeded))
  if ((from - work.from) % SHOWN_EVERY === 0) parentPort?.postMessage(from - work.from)
}
await sql.end()
