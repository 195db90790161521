import { createHash, randomUUID } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { SqlClient } from "#core/kernel"
import { is } from "#projections/runner"
import { copyIn } from "../../../projections/runner/copyStream.ts"
import { copyValue } from "../../../projections/runner/copyText.ts"
import { root } from "../../run/root.ts"
import { Corpus } from "../search/corpus.ts"

/** Items of one fetch, and how often each item is opened. */
const ITEMS_PER_FETCH = 10
const ACCESSES_PER_ITEM = 5
/** Copies of each sample of an event, with other ids. */
const SAMPLE_COPIES = 50

type Sample = { readonly data: object; readonly sealed?: object }
type Written = { readonly stream: string; readonly type: string; readonly data: object }

/**
 * Writes a log as that of a library with many readers: fetches with new items, and opened items; and of every type of event of
 * the product copies of its samples. Fields that are sealed in the product are in the clear. Returns the last position.
 */
export const seedProduct = async (sql: SqlClient, items: number): Promise<number> => {
  let position = 0
  const versions = new Map<string, number>()
  const lines = function* () {
    for (const events of [samples(), library(items)]) {
      for (const { stream, type, data } of events) {
        position += 1
        const version = (versions.get(stream) ?? 0) + 1
        versions.set(stream, version)
        const ids = [randomUUID(), randomUUID(), randomUUID()]
        yield `${[position, stream, version, ...ids, type, "user:abcdef", copyValue(data, is.json())].join("\t")}\n`
      }
    }
  }
  const columns = "position, stream, version, event_id, correlation_id, causation_id, type, actor, data"
  await copyIn(sql, `copy es.event (${columns}) from stdin`, lines())
  await sql`select setval('es.position', ${position})`
  await sql.unsafe("vacuum analyze es.event")
  await sql.unsafe("checkpoint")
  return position
}

function* library(items: number): Generator<Written> {
  const corpus = new Corpus(items, Date.parse("2026-11-28T00:00:00.000Z"))
  const from = "pc"
  for (const { feedId, url, source } of corpus.feeds) {
    const data = { feedId, url, source, addedAt: "2025-11-28T00:00:00.000Z" }
    yield { stream: `feed-${feedId}`, type: "feeds.FeedAdded.v1", data }
  }
  for (let index = 0; index < items; index += ITEMS_PER_FETCH) {
    const { feedId } = corpus.feedOf(index)
    const fetched = Array.from({ length: ITEMS_PER_FETCH }, (_, offset) => corpus.item(index + offset))
    const fetchedAt = fetched.at(-1)?.sortAt
    const data = { feedId, fetchedAt, facts: null, items: fetched, problems: null }
    yield { stream: `feed-${feedId}`, type: "feeds.FeedFetched.v1", data }
    for (const { itemId } of fetched)
      for (let access = 0; access < ACCESSES_PER_ITEM; access += 1) {
        const opened = { itemId, feedId, accessedAt: fetchedAt, from }
        yield { stream: `access-${itemId}`, type: "library.NewsAccessed.v1", data: opened }
      }
  }
}

/** Samples of which the library has its own. */
const WRITTEN: ReadonlySet<string> = new Set(["core/feeds/events.golden.json"])
/** Samples of the largest amount: two of them are more than a balance can have. */
const EXTREME = /"-?\d{30,}"/
/** Ids in samples: UUIDs, and short ids of 20 characters. */
const ID = /\b(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{20})\b/g

function* samples(): Generator<Written> {
  const files = globSync("core/**/events.golden.json", { cwd: root })
    .filter((file) => !WRITTEN.has(file))
    .sort()
  for (let copy = 0; copy < SAMPLE_COPIES; copy += 1) {
    for (const file of files) {
      const types = JSON.parse(readFileSync(join(root, file), "utf8")) as Record<string, ReadonlyArray<Sample>>
      for (const [type, all] of Object.entries(types))
        for (const { data, sealed } of all) {
          const text = JSON.stringify({ ...data, ...sealed }).replaceAll(ID, (id) => variant(id, copy))
          if (EXTREME.test(text)) continue
          yield { stream: `sample-${copy}-${file}`, type, data: JSON.parse(text) as object }
        }
    }
  }
}

/** The same id in every sample becomes the same other one. */
const variant = (id: string, copy: number): string => {
  const digits = createHash("sha256").update(`${id} ${copy}`).digest("hex")
  return id.length === 20 ? `${id.slice(0, 8)}${digits.slice(0, 12)}` : `${id.slice(0, 24)}${digits.slice(0, 12)}`
}
