import { isLongEnough } from "#core/library"
import { listItems } from "#projections/feeds"
import { randomFrom } from "../demo/random.ts"
import { startProduct } from "../testing/product.ts"
import { type Bench, goalMax, goalMin } from "./lib/Bench.ts"
import { percentile } from "./lib/interleaved.ts"
import { apiTimes } from "./search/apiTimes.ts"
import { whileItemsArrive } from "./search/arrivals.ts"
import { cjkRecall } from "./search/cjkRecall.ts"
import { Corpus } from "./search/corpus.ts"
import { databaseTimes } from "./search/databaseTimes.ts"
import { type Library, openLibrary } from "./search/openLibrary.ts"
import { KINDS, questionsOf } from "./search/questions.ts"
import { seedLibrary } from "./search/seedLibrary.ts"

const FOLLOWS = 200
const READERS = 100
const WARM_UP = 5

/**
 * Returns the p95 in milliseconds of loading the newest fifty items of two hundred followed feeds, different feeds each
 * time.
 */
const personalFeed = async ({ run }: Library, { feeds }: Corpus): Promise<number> => {
  const random = randomFrom("readers")
  const times: Array<number> = []
  for (let reader = 0; reader < READERS + WARM_UP; reader += 1) {
    const feedIds = new Set<string>()
    while (feedIds.size < Math.min(FOLLOWS, feeds.length))
      feedIds.add(feeds[random.whole(0, feeds.length - 1)]?.feedId ?? "")
    const began = performance.now()
    await run(listItems({ feedIds: [...feedIds], pageSize: 50 }))
    if (reader >= WARM_UP) times.push(performance.now() - began)
  }
  return percentile(times, 0.95)
}

const ITEMS = 400_000
/** From this size on only the database is measured, against goals of its own. */
const ITEMS_LARGE = 4_000_000
/** A fixed time of the newest item. */
const END_MS = Date.UTC(2026, 10, 1)

/** Seconds of load while items arrive, and searches per kind. */
const SECONDS = 60
const QUESTIONS = 100

/**
 * `npm run bench -- search [--items=N] [--seconds=N] [--database=URL]`: a database with such a library saves creating
 * it. With `--items=4000000` (about 40 minutes to fill on two cores) only the database is measured.
 */
const bench: Bench = {
  about: "how fast the library is searched, how much of it is found, and how soon",
  goals: [
    ...KINDS.map((kind) => goalMax("absolute", `db_p95_ms_${kind}`, 45)),
    ...KINDS.map((kind) => goalMax("absolute", `large_db_p95_ms_${kind}`, 120)),
    goalMin("absolute", "cjk_recall", 1),
    goalMax("absolute", "personal_feed_db_p95_ms", 15),
    goalMax("absolute", "api_p95_ms", 150),
    goalMax("absolute", "api_p99_ms", 400),
    goalMax("absolute", "searchable_after_s_p99", 5),
  ],
  run: async (context) => {
    const { log, parameters, defer } = context
    const given = (name: string) =>
      parameters.find((parameter) => parameter.startsWith(`--${name}=`))?.slice(name.length + 3)
    const items = Number(given("items") ?? ITEMS)
    const url = given("database") ?? (await context.database())
    const seeded = given("database") === undefined ? await seedLibrary(url, { items, endMs: END_MS, log }) : {}
    const corpus = new Corpus(items, END_MS)
    const library = await openLibrary(url)
    defer(library.close)
    const times = await databaseTimes(library, corpus, { items, endMs: END_MS, log })
    if (items >= ITEMS_LARGE) return { ratios: {}, absolute: { ...withPrefix(times), ...seeded } }
    const absolute = {
      ...times,
      personal_feed_db_p95_ms: await personalFeed(library, corpus),
      cjk_recall: await cjkRecall(library),
      ...seeded,
    }
    log("starting the product")
    const env = { ROLES: "web,worker", TRUSTED_PROXIES: "1", LOG_LEVEL: "warn" }
    const product = await startProduct({ databaseUrl: url, env })
    defer(product.stop)
    const kinds = KINDS.map((kind) => questionsOf(kind, corpus, { items, endMs: END_MS, count: QUESTIONS }))
    const questions = Array.from({ length: QUESTIONS }, (_, at) => kinds.map((kind) => kind[at] ?? { query: "" }))
      .flat()
      .filter(({ query }) => isLongEnough(query))
    let api = {}
    const arrivals = await whileItemsArrive(url, library, corpus, {
      from: items,
      during: async () => {
        api = await apiTimes(product.origin, questions, Number(given("seconds") ?? SECONDS))
      },
    })
    return { ratios: {}, absolute: { ...absolute, ...api, ...arrivals } }
  },
}
export default bench

const withPrefix = (times: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(times).map(([key, ms]) => [`large_${key}`, ms]))
