import { Result } from "effect"
import { parseFeed as parseByFeedsmith } from "feedsmith"
import { readDocument } from "../../core/syndication/parse/parseFeed.ts"
import { contentSource } from "../../core/syndication/parse/text/texts.ts"
import { sanitiseHtml } from "../../core/syndication/sanitise/sanitiseHtml.ts"
import type { Bench } from "./lib/Bench.ts"
import { interleaved } from "./lib/interleaved.ts"
import { wholeFeeds } from "./parse/wholeFeeds.ts"

/** Minimum measuring time of a contender per round. */
const ROUND_MS_MIN = 1_500
const URL_OF_FEED = "https://publisher.example/feed.xml"

/** `npm run bench -- parse` */
const bench: Bench = {
  about: "how fast whole feeds are read, beside feedsmith, and articles made safe",
  goals: [],
  run: async ({ log }) => {
    const feeds = wholeFeeds()
    const read = (bytes: Buffer) => readDocument({ bytes, url: URL_OF_FEED, contentType: null })
    const readings = feeds.map((bytes) => Result.getOrThrow(read(bytes)))
    const articles = readings
      .flatMap(({ items }) => items.map(({ content, summary }) => content ?? summary))
      .flatMap((text) => (text === null ? [] : [contentSource(text)]))
    log(`${feeds.length} feeds of ${megabytes(feeds.map(({ length }) => length))} MB, ${articles.length} articles`)
    const sizes = feeds.map(({ length }) => length)
    const articleSizes = articles.map((html) => Buffer.byteLength(html))
    const figures = await interleaved(
      {
        ours: async () => speed(sizes, feeds, read),
        feedsmith: async () => speed(sizes, feeds, (bytes) => parseByFeedsmith(bytes.toString("utf8"))),
        sanitise: async () => speed(articleSizes, articles, (html) => sanitiseHtml(html, { baseUrl: URL_OF_FEED })),
      },
      { log },
    )
    return {
      ratios: { parse_vs_feedsmith: figures.ratio("ours", "feedsmith") },
      absolute: {
        parse_mb_per_s: figures.median("ours"),
        feedsmith_mb_per_s: figures.median("feedsmith"),
        sanitise_mb_per_s: figures.median("sanitise"),
      },
    }
  },
}
export default bench

const megabytes = (sizes: ReadonlyArray<number>): number => sizes.reduce((sum, size) => sum + size, 0) / 1e6

/** Repeats an operation on all inputs and returns its throughput in megabytes per second. */
const speed = <A>(sizes: ReadonlyArray<number>, all: ReadonlyArray<A>, work: (one: A) => unknown): number => {
  const began = performance.now()
  let passes = 0
  while (performance.now() - began < ROUND_MS_MIN) {
    for (const one of all) work(one)
    passes += 1
  }
  return (passes * megabytes(sizes) * 1000) / (performance.now() - began)
}
