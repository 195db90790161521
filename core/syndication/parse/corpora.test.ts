import { existsSync, readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { type FeedFactTable, score } from "./testing/FeedFactTable.ts"
import { atomFacts, jsonFacts, rssFacts, universalFacts } from "./testing/gofeedFacts.ts"
import { feedparserFacts, feedsmithFacts, feedsmithModelFacts } from "./testing/libraryFacts.ts"
import { quireFacts } from "./testing/quireFacts.ts"

const CORPORA = new URL("../../../../shared/corpora/", import.meta.url)
const DOCUMENT_URL = "http://127.0.0.1:8097/feed.xml"

type Pair = { readonly name: string; readonly text: string; readonly expected: FeedFactTable }
type Folder = { readonly name: string; readonly facts: (feed: unknown) => FeedFactTable; readonly floor: number }

/** The floors are what the parser reached when they were written: it may become better, not worse. */
const FOLDERS: ReadonlyArray<Folder> = [
  { name: "gofeed/testdata/parser/atom", facts: atomFacts, floor: 0.995 },
  { name: "gofeed/testdata/parser/rss", facts: rssFacts, floor: 0.995 },
  { name: "gofeed/testdata/parser/json", facts: jsonFacts, floor: 1 },
  { name: "gofeed/testdata/translator/atom", facts: universalFacts, floor: 0.98 },
  { name: "gofeed/testdata/translator/rss", facts: universalFacts, floor: 0.995 },
  { name: "gofeed/testdata/translator/json", facts: universalFacts, floor: 1 },
  { name: "gofeed/testdata/extensions/dublincore", facts: universalFacts, floor: 1 },
  { name: "gofeed/testdata/extensions/itunes", facts: universalFacts, floor: 1 },
  { name: "gofeed/testdata/extensions/media", facts: universalFacts, floor: 1 },
  { name: "feedsmith/src/feeds/rss/references", facts: feedsmithModelFacts, floor: 0.97 },
  { name: "feedsmith/src/feeds/rdf/references", facts: feedsmithModelFacts, floor: 0.97 },
  { name: "feedsmith/src/feeds/atom/references", facts: feedsmithModelFacts, floor: 0.97 },
]

const pairsOf = ({ name, facts }: Folder): ReadonlyArray<Pair> => {
  const folder = new URL(`${name}/`, CORPORA)
  const files = readdirSync(folder)
  return files.flatMap((file) => {
    const json = file.endsWith(".xml") ? file.replace(/\.xml$/, ".json") : file.replace(/\.json$/, "_expected.json")
    if (json === file || !files.includes(json)) return []
    const expected = facts(JSON.parse(readFileSync(new URL(json, folder), "utf8")))
    const text = readFileSync(new URL(file, folder), "utf8")
    return [{ name: file, text, expected: name.startsWith("feedsmith") ? comparable(file, expected) : expected }]
  })
}

/**
 * feedsmith keeps what it reads as it is written; what we resolve or take apart cannot be compared with that: relative
 * addresses, addresses beside names, a description that stands for content. In the files that hold every namespace at
 * once, which of them a field is taken from is a matter of choice.
 */
const comparable = (file: string, facts: FeedFactTable): FeedFactTable =>
  new Map(
    [...facts].filter(([path, value]) => {
      if (value.startsWith("/") || (/author/.test(path) && value.includes("@"))) return false
      if (path.endsWith(".content") && value === facts.get(path.replace(/content$/, "summary"))) return false
      return !file.includes("-ns.") || !/(?:updated|categories|tags|image|icon|summary|author)$/.test(path)
    }),
  )

type Tally = { met: number; all: number }
const share = ({ met, all }: Tally): string => `${((100 * met) / Math.max(all, 1)).toFixed(1).padStart(5)} %`

const total = { ours: { met: 0, all: 0 }, feedparser: { met: 0, all: 0 }, feedsmith: { met: 0, all: 0 } }

describe.skipIf(!existsSync(CORPORA))("public corpora (skipped where ../shared/corpora is absent)", () => {
  it.each(FOLDERS)("reads $name", async (folder) => {
    const tallies = { ours: { met: 0, all: 0 }, feedparser: { met: 0, all: 0 }, feedsmith: { met: 0, all: 0 } }
    const misses: Array<string> = []
    for (const { name, text, expected } of pairsOf(folder)) {
      const readings = {
        ours: quireFacts(text, DOCUMENT_URL),
        feedparser: await feedparserFacts(text, DOCUMENT_URL),
        feedsmith: feedsmithFacts(text),
      }
      for (const reader of ["ours", "feedparser", "feedsmith"] as const) {
        const result = score(expected, readings[reader])
        // feedsmith's own pairs are feedsmith's own words: they count for no comparison.
        const counted = folder.name.startsWith("feedsmith") ? [tallies[reader]] : [tallies[reader], total[reader]]
        for (const tally of counted) {
          tally.met += result.met
          tally.all += result.all
        }
        if (reader === "ours") misses.push(...result.misses.map((miss) => `${name} ${miss}`))
      }
    }
    const { ours, feedparser, feedsmith } = tallies
    console.info(
      `${folder.name.padEnd(40)} ours ${share(ours)} of ${ours.all} | feedparser ${share(feedparser)} | feedsmith ${share(feedsmith)}`,
    )
    for (const miss of misses) console.info(`  ${miss}`)
    expect(ours.all).toBeGreaterThan(0)
    expect(ours.met / ours.all).toBeGreaterThanOrEqual(folder.floor)
  })

  it("is at least 5 points above the best library", () => {
    const best = Math.max(total.feedparser.met, total.feedsmith.met)
    console.info(
      `all: ours ${share(total.ours)} | feedparser ${share(total.feedparser)} | feedsmith ${share(total.feedsmith)}`,
    )
    expect((total.ours.met - best) / total.ours.all).toBeGreaterThanOrEqual(0.05)
  })
})
