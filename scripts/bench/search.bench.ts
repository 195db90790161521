import { atLeast, atMost, type Bench } from "./lib/Bench.ts"
import { cjkRecall } from "./search/cjkRecall.ts"
import { Corpus } from "./search/corpus.ts"
import { databaseTimes } from "./search/databaseTimes.ts"
import { openLibrary } from "./search/openLibrary.ts"
import { personalFeed } from "./search/personalFeed.ts"
import { KINDS } from "./search/questions.ts"
import { seedLibrary } from "./search/seedLibrary.ts"

const ITEMS = 400_000
/** The time of the newest item: any will do, but always the same. */
const END_MS = Date.UTC(2026, 10, 1)

/** `npm run bench -- search [--items=N] [--database=URL]`: a database that holds such a library from before spares making it. */
const bench: Bench = {
  about: "how fast the library is searched, how much of it is found, and how soon",
  goals: [
    ...KINDS.map((kind) => atMost("absolute", `db_p95_ms_${kind}`, 60)),
    atLeast("absolute", "cjk_recall", 1),
    atMost("absolute", "personal_feed_db_p95_ms", 15),
  ],
  run: async (context) => {
    const { say, parameters, defer } = context
    const given = (name: string) =>
      parameters.find((parameter) => parameter.startsWith(`--${name}=`))?.slice(name.length + 3)
    const items = Number(given("items") ?? ITEMS)
    const url = given("database") ?? (await context.database())
    const seeded = given("database") === undefined ? await seedLibrary(url, { items, endMs: END_MS, say }) : {}
    const corpus = new Corpus(items, END_MS)
    const library = await openLibrary(url)
    defer(library.close)
    return {
      ratios: {},
      absolute: {
        ...(await databaseTimes(library, corpus, { items, endMs: END_MS, say })),
        personal_feed_db_p95_ms: await personalFeed(library, corpus),
        cjk_recall: await cjkRecall(library),
        ...seeded,
      },
    }
  },
}
export default bench
