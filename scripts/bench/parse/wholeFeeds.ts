import { existsSync, readdirSync, readFileSync } from "node:fs"
import { documentOf } from "../../testing/publisher/documents.ts"

const CORPORA = new URL("../../../../shared/corpora/", import.meta.url)
/** Complete feeds of the public corpora: each format separately, and all namespaces combined. */
const FOLDERS = ["feedsmith/src/feeds/rss", "feedsmith/src/feeds/atom", "feedsmith/src/feeds/rdf"]
const PODCASTS = "podcast-namespace/example.xml"
/** Feeds of the test publisher: twelve full articles in four languages, 25 kB. */
const MADE = 60
const MADE_AT_MS = Date.UTC(2026, 0, 31)

/** Feeds to parse, as bytes. Missing corpora are skipped. */
export const wholeFeeds = (): ReadonlyArray<Buffer> => [
  ...FOLDERS.map((folder) => `${folder}/references/`)
    .filter((folder) => existsSync(new URL(folder, CORPORA)))
    .flatMap((folder) =>
      readdirSync(new URL(folder, CORPORA))
        .filter((file) => file.endsWith(".xml"))
        .map((file) => readFileSync(new URL(folder + file, CORPORA))),
    ),
  ...(existsSync(new URL(PODCASTS, CORPORA)) ? [readFileSync(new URL(PODCASTS, CORPORA))] : []),
  ...Array.from({ length: MADE }, (_, feed) => Buffer.from(documentOf(feed, 1, MADE_AT_MS))),
]
