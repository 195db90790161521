import type { SourceType } from "#contract/feeds"
import { type FetchedItem, feedIdOf, itemIdOf } from "#core/feeds"
import { type Random, randomFrom } from "../../demo/random.ts"
import { Writer } from "./Writer.ts"

/** Share of the library in each of the demo's nine languages. */
const SHARES = { en: 35, de: 15, fr: 10, es: 10, zh: 10, it: 6, pt: 6, sv: 4, ja: 4 } as const
export type CorpusLanguage = keyof typeof SHARES
export const CORPUS_LANGUAGES = Object.keys(SHARES) as ReadonlyArray<CorpusLanguage>

/** Items per feed on average. */
const ITEMS_PER_FEED = 100
const SOURCES: ReadonlyArray<readonly [SourceType, number]> = [
  ["RSS", 70],
  ["YouTube", 12],
  ["Podcast", 6],
  ["Substack", 6],
  ["WordPress", 4],
  ["PeerTube", 1.5],
  ["Mastodon", 0.5],
]
const TAGS = ["Health", "Science", "NewsTicker", "Politics", "Climate", "Cities", "Food", "Music", "Bicycles", "Books"]
const DAY_MS = 86_400_000
/** The library grew over one year, ending with the newest item. */
const SPAN_DAYS = 365
/** Share of items with a full article, and its mean length in words. */
const BODY_SHARE = 0.5
const BODY_WORDS = 260
const BODY_WORDS_MAX = 1_500

export type CorpusFeed = {
  readonly feedId: ReturnType<typeof feedIdOf>
  readonly url: string
  readonly title: string
  readonly language: CorpusLanguage
  readonly source: SourceType
  readonly topics: ReadonlyArray<number>
}

/** A generated library of any size, the same in every run: feeds, and their items in order of arrival. */
export class Corpus {
  readonly feeds: ReadonlyArray<CorpusFeed>
  private readonly writers: Readonly<Record<CorpusLanguage, Writer>>
  private readonly items: number
  private readonly endMs: number

  constructor(items: number, endMs: number) {
    this.items = items
    this.endMs = endMs
    this.writers = Object.fromEntries(CORPUS_LANGUAGES.map((each) => [each, new Writer(each)])) as Record<
      CorpusLanguage,
      Writer
    >
    const random = randomFrom("feeds")
    this.feeds = Array.from({ length: Math.max(Math.ceil(items / ITEMS_PER_FEED), 20) }, (_, index) =>
      this.makeFeed(index, random),
    )
  }

  writer(language: CorpusLanguage): Writer {
    return this.writers[language]
  }

  /** The feed of an item: few feeds publish most items. */
  feedOf(index: number): CorpusFeed {
    const random = randomFrom(`feed of ${index}`)
    return this.feeds[Math.floor(this.feeds.length * random.next() ** 2)] as CorpusFeed
  }

  item(index: number): FetchedItem {
    const feed = this.feedOf(index)
    const random = randomFrom(`item ${index}`)
    const writer = this.writers[feed.language]
    const topic = feed.topics[random.whole(0, feed.topics.length - 1)] ?? 0
    const at = new Date(this.timeOf(index)).toISOString()
    const body = random.next() < BODY_SHARE ? writer.write(bodyWords(random), topic, random) : null
    return {
      itemId: itemIdOf(feed.feedId, `guid:${index}`),
      keys: [],
      fingerprint: String(index),
      isNew: true,
      link: `https://${hostOf(feed.url)}/${index}`,
      ownPage: true,
      title: writer.write(random.whole(5, 12), topic, random).slice(0, -1),
      summary: random.next() < 0.8 ? writer.write(random.whole(12, 45), topic, random) : null,
      contentHtml: body === null ? null : `<p>${body}</p>`,
      author: null,
      publishedAt: at,
      updatedAt: null,
      sortAt: at,
      imageUrl: null,
      videoUrl: null,
      tags: random.next() < 0.4 ? [TAGS[Math.floor(TAGS.length * random.next() ** 2)] ?? ""] : [],
      language: feed.language,
      enclosures: [],
      durationSeconds: null,
      transcriptUrl: null,
      chaptersUrl: null,
    }
  }

  /** Items arrive at a growing rate: half of them in the last quarter of the time. */
  private timeOf(index: number): number {
    const share = Math.sqrt((index + 1) / this.items)
    return Math.round(this.endMs - (1 - share) * SPAN_DAYS * DAY_MS)
  }

  private makeFeed(index: number, random: Random): CorpusFeed {
    const url = `https://site-${index}.example/feed`
    const language = chosen(Object.entries(SHARES) as ReadonlyArray<[CorpusLanguage, number]>, random)
    const topics = Array.from({ length: random.whole(2, 6) }, () => random.whole(0, 149))
    return {
      feedId: feedIdOf(url),
      url,
      title: this.writers[language].write(random.whole(1, 3), topics[0] ?? 0, random).slice(0, -1),
      language,
      source: chosen(SOURCES, random),
      topics,
    }
  }
}

const chosen = <A>(choices: ReadonlyArray<readonly [A, number]>, random: Random): A => {
  let left = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    left -= weight
    if (left <= 0) return choice
  }
  return (choices[0] as readonly [A, number])[0]
}

/** Log-normal lengths: most articles are short, some are very long. */
const bodyWords = (random: Random): number => {
  const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
  return Math.min(Math.round(BODY_WORDS * Math.exp(0.7 * normal - 0.245)), BODY_WORDS_MAX)
}

const hostOf = (url: string): string => new URL(url).host
