import { randomFrom } from "../../demo/random.ts"

/** Items in each feed. A new version adds one and drops the oldest. */
export const ITEMS = 12
const PARAGRAPHS = 4
const SENTENCES = 5
const HOUR_MS = 3_600_000

/** Words of several languages, so that documents vary like those of real publishers. */
const LANGUAGES = [
  {
    code: "en",
    words:
      "the river council has opened a new bridge after years of delay and people walked across it in the rain while reporters asked who paid for the second pillar",
  },
  {
    code: "de",
    words:
      "der Rat der Stadt hat nach langen Jahren eine neue Brücke über den Fluss eröffnet und viele Menschen gingen trotz Regen darüber während niemand sagen wollte wer den zweiten Pfeiler bezahlt",
  },
  {
    code: "fr",
    words:
      "le conseil de la ville a ouvert un nouveau pont après des années de retard et les habitants ont traversé sous la pluie pendant que les journalistes demandaient qui avait payé le second pilier",
  },
  {
    code: "es",
    words:
      "el consejo de la ciudad abrió un puente nuevo después de años de espera y la gente cruzó bajo la lluvia mientras los periodistas preguntaban quién había pagado el segundo pilar",
  },
] as const

/** Returns the document of one feed at one version: RSS of about 25 kB with full articles. Deterministic. */
export const documentOf = (feed: number, version: number, nowMs: number): string => {
  const { code } = languageOf(feed)
  const items = Array.from({ length: ITEMS }, (_, at) => itemOf(feed, version + ITEMS - 1 - at, nowMs - at * HOUR_MS))
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Feed number ${feed}</title><link>https://site-${feed}.example/</link><language>${code}</language>
<description>What happens around place ${feed}</description><lastBuildDate>${new Date(nowMs).toUTCString()}</lastBuildDate>
${items.join("\n")}
</channel></rss>`
}

const languageOf = (feed: number) => LANGUAGES[feed % LANGUAGES.length] ?? LANGUAGES[0]

const itemOf = (feed: number, number: number, publishedMs: number): string => {
  const { title, html } = articleOf(feed, number)
  return `<item><guid isPermaLink="false">feed-${feed}-item-${number}</guid><title>${title}</title>
<link>https://site-${feed}.example/articles/${number}?utm_source=rss</link><dc:creator>Reporter ${feed % 7}</dc:creator>
<pubDate>${new Date(publishedMs).toUTCString()}</pubDate><category>Place ${feed % 50}</category>
<content:encoded><![CDATA[${html}]]></content:encoded></item>`
}

const articles = new Map<string, { readonly title: string; readonly html: string }>()
const ARTICLES_KEPT_MAX = 4_000

/**
 * Articles differ by their number. They are cached, because generating them for every request would measure the
 * publisher.
 */
const articleOf = (feed: number, number: number) => {
  const kind = `${feed % LANGUAGES.length}-${(feed * 31 + number) % 900}`
  const stored = articles.get(kind)
  const article = stored ?? writeArticle(kind, languageOf(feed).words.split(" "))
  if (stored === undefined && articles.size < ARTICLES_KEPT_MAX) articles.set(kind, article)
  return {
    title: `${article.title} ${feed}/${number}`,
    html: `${article.html}<p>Report ${number} of place ${feed}.</p>`,
  }
}

const writeArticle = (kind: string, words: ReadonlyArray<string>) => {
  const random = randomFrom(kind)
  const word = () => words[random.whole(0, words.length - 1)] ?? ""
  const phrase = (length: number) => Array.from({ length }, word).join(" ")
  const sentence = () => `${phrase(random.whole(8, 20))}. `
  const paragraph = () =>
    `<p>${Array.from({ length: SENTENCES }, sentence).join("")}<a href="/about/${word()}">${phrase(2)}</a></p>`
  const picture = `<figure><img src="/pictures/${random.whole(1, 900)}.jpg" alt="${phrase(3)}" width="800" height="450"/></figure>`
  return { title: phrase(6), html: picture + Array.from({ length: PARAGRAPHS }, paragraph).join("") }
}
