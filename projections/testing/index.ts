import { Effect, Layer, ManagedRuntime, Result } from "effect"
import { canonicalUrl, linkKey, type SourceType } from "#contract/feeds"
import {
  addFeed,
  Feed,
  type FeedFacts,
  FeedFailed,
  FeedMoved,
  FeedReader,
  Feeds,
  feedIdOf,
  itemIdOf,
  PollSchedule,
  recordFetch,
} from "#core/feeds"
import { Fetcher } from "#core/fetch"
import { Hints, PostgresEventStore, Sealing, Sql, writer } from "#core/kernel"
import { recordAccess } from "#core/library"
import { feeds, items } from "#projections/feeds"
import { follows } from "#projections/follows"
import { access, PostgresSearchIndex, searchables } from "#projections/library"
import { type Decode, decodeEvent, ProjectionRunner, prepareProjections } from "#projections/runner"
import { scheduleReactor } from "../../src/worker/reactors/schedule.ts"
import { storiesReactor } from "../../src/worker/reactors/stories.ts"

const projections = [feeds, items, access, searchables, follows]

/** Feeds deliver what the test provides; nothing is fetched. */
const nobody = Layer.merge(
  FeedReader.layer(),
  Layer.succeed(Fetcher, {
    fetchDocument: ({ url }) => Effect.die(new Error(`a test of read models asks ${url}`)),
    postForm: ({ url }) => Effect.die(new Error(`a test of read models asks ${url}`)),
  }),
)

/** A library on a real database, with feeds, read models and queries. */
export const makeLibraryKit = async (url: string) => {
  const kernel = PostgresEventStore.pipe(
    Layer.provideMerge(Layer.mergeAll(Hints.layer, Sealing.layer(new Uint8Array(32).fill(7)))),
    Layer.provideMerge(Sql.layer(url)),
    (layer) => Layer.merge(PollSchedule.layer, PostgresSearchIndex).pipe(Layer.provideMerge(layer)),
  )
  const runner = Layer.unwrap(
    Effect.map(Effect.all([scheduleReactor, storiesReactor]), (reactors) =>
      ProjectionRunner.layer({ projections, reactors, loop: false, log: () => undefined }),
    ),
  )
  const runtime = ManagedRuntime.make(
    runner.pipe(Layer.provideMerge(Feeds.layerOf().pipe(Layer.provide(nobody))), Layer.provideMerge(kernel)),
  )
  type Services = ManagedRuntime.ManagedRuntime.Services<typeof runtime>
  const run = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(effect)
  const sealing = await run(Sealing)
  const { client: sql } = await run(Sql)
  const write = await run(writer(Feed))
  const decode: Decode = (projection, event) => decodeEvent(projection, sealing, event)
  await prepareProjections(sql, projections, { decode })
  const { round } = await run(ProjectionRunner)

  /** Records the items of a feed; the first call adds the feed. */
  const notify = async (
    feedUrl: string,
    published: ReadonlyArray<TestItem>,
    { about = {}, nowMs = NOW_MS }: TellOptions = {},
  ) => {
    const feedId = feedIdOf(canonicalUrl(feedUrl) ?? feedUrl)
    const nowIso = new Date(nowMs).toISOString()
    const { source = "RSS", ...words } = about
    const facts = { ...ABOUT, title: new URL(feedUrl).hostname, ...words, source }
    await run(
      write(feedId, (state) =>
        Result.flatMap(addFeed({ url: feedUrl, source, nowIso })(state), (added) =>
          Result.map(
            recordFetch({
              feedId,
              nowIso,
              facts,
              items: published.map((each) => itemOf(feedId, { language: facts.language, ...each }, nowMs)),
              problems: [],
            })(added.reduce(Feed.evolve, state)),
            (fetched) => [...added, ...fetched],
          ),
        ),
      ),
    )
    return feedId
  }

  return {
    run,
    sql,
    decode,
    notify,
    fail: (feedId: ReturnType<typeof feedIdOf>, nowMs = NOW_MS) =>
      run(
        write(feedId, () =>
          Result.succeed([
            FeedFailed.make({
              feedId,
              failedAt: new Date(nowMs).toISOString(),
              reason: "fetch.timedOut",
              status: null,
              detail: "too slow",
            }),
          ]),
        ),
      ),
    move: (feedId: ReturnType<typeof feedIdOf>, from: string, to: string) =>
      run(
        write(feedId, () =>
          Result.succeed([FeedMoved.make({ feedId, movedAt: new Date(NOW_MS).toISOString(), from, to })]),
        ),
      ),
    open: (itemId: string, feedId: string) => run(recordAccess({ itemId, feedId, from: "pc" })),
    /** Runs until the read models are up to date. */
    settle: async () => {
      while (await run(round));
    },
    close: () => runtime.dispose(),
  }
}
export type LibraryKit = Awaited<ReturnType<typeof makeLibraryKit>>

export const NOW_MS = Date.UTC(2026, 0, 31, 12)

export type TestItem = {
  readonly name: string
  /** Time of publication, which determines the position in lists. */
  readonly atMs: number
  /** The address of its web page; a unique one by default. */
  readonly page?: string | null
  readonly ownPage?: boolean
  readonly language?: string | null
  readonly words?: string
  readonly title?: string
  readonly summary?: string
  readonly html?: string
  readonly tags?: ReadonlyArray<string>
  readonly author?: string
}

type TellOptions = { readonly about?: Partial<FeedFacts> & { readonly source?: SourceType }; readonly nowMs?: number }

const ABOUT: Omit<FeedFacts, "title" | "source"> = {
  description: null,
  link: null,
  iconUrl: null,
  language: "en",
  author: null,
  categories: [],
  hubs: [],
  contentType: "article",
}

const itemOf = (feedId: string, published: TestItem, nowMs: number) => {
  const { name, atMs, page, ownPage = true, language, words = name } = published
  const link = page === undefined ? `https://pages.example/${feedId}/${name}` : page
  const publishedAt = new Date(Math.min(atMs, nowMs)).toISOString()
  return {
    itemId: itemIdOf(feedId, `guid:${name}`),
    keys: [],
    fingerprint: `${words} ${link === null ? "" : linkKey(link)}`,
    link,
    ownPage: link !== null && ownPage,
    title: published.title ?? `About ${words}`,
    summary: published.summary ?? `In short: ${words}`,
    contentHtml: published.html ?? `<p>${words}</p>`,
    author: published.author ?? null,
    publishedAt,
    updatedAt: null,
    sortAt: publishedAt,
    imageUrl: null,
    videoUrl: null,
    tags: published.tags ?? [],
    language: language ?? null,
    enclosures: [],
    durationSeconds: null,
    transcriptUrl: null,
    chaptersUrl: null,
  }
}
