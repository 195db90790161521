import { Clock, Effect, Result } from "effect"
import { formatIso } from "#core/kernel"
import { Posts, plainTextOf } from "#core/publishing"
import { linkAddressOf, webAddressOf } from "../convert/addresses.ts"
import { articleToMarkdown } from "../convert/articleToMarkdown.ts"
import type { ArchivedItem } from "../FeedArchive.ts"
import { FormerPages } from "../FormerPages.ts"
import { firstWordsOf, slugIn, tagsOf, titleOf } from "../sources/headFields.ts"
import { problemOf, type TakenEntry } from "./takeEntry.ts"

type ItemContext = {
  readonly channelId: number
  readonly personId: string
  /** The language of the channel, for items that do not name theirs. */
  readonly language: string | null
}

const NOTHING = { notes: [], files: 0, missing: [], problem: null, postId: null } as const

/**
 * Makes an item of a claimed feed a public post of the channel, with its date and address. Pictures stay where the feed has
 * them. The post is a copy of the item: lists show one of both, so nobody sees the article twice.
 */
export const itemTaker = Effect.gen(function* () {
  const [posts, formerPages] = [yield* Posts, yield* FormerPages]
  return Effect.fn("takeItem")(function* (
    item: ArchivedItem | null,
    { channelId, personId, language }: ItemContext,
  ): Effect.fn.Return<TakenEntry> {
    // The library drops items of feeds that nobody can load any more.
    if (item === null) return { ...NOTHING, outcome: "refused", problem: "noText" }
    const text = textOf(item)
    if ("problem" in text) return { ...NOTHING, outcome: "refused", problem: text.problem }
    const canonicalUrl = item.link === null ? null : webAddressOf(item.link, null)
    const known = canonicalUrl === null ? null : yield* formerPages.findPost(channelId, "feed", canonicalUrl)
    if (known !== null) return { ...NOTHING, outcome: "there", postId: known }
    const nowMs = yield* Clock.currentTimeMillis
    const { tags } = tagsOf(item.tags)
    const title =
      titleOf(item.title) ||
      titleOf(firstWordsOf(plainTextOf(text.markdown.slice(0, 2_000)))) ||
      item.sortAt.slice(0, 10)
    const made = yield* Effect.result(
      posts.importForeign(
        personId,
        channelId,
        {
          from: { source: "feed", sourceId: item.itemId, canonicalUrl },
          version: { title, preview: text.markdown, language: item.language ?? language, tags },
          slug: slugIn(canonicalUrl).replace(/\.[a-z]{3,5}$/i, ""),
          publishedAt: Date.parse(item.sortAt) <= nowMs ? item.sortAt : formatIso(nowMs),
          storyKey: item.storyKey,
        },
        false,
      ),
    )
    if (Result.isFailure(made)) return { ...NOTHING, outcome: "refused", problem: problemOf(made.failure) }
    return { ...NOTHING, outcome: made.success.outcome, postId: made.success.postId }
  })
})

/** The Markdown of an item: its article, or else its summary, then its sounds and films, or its address alone. */
const textOf = ({ contentHtml, summary, link, enclosures }: ArchivedItem) => {
  const article = contentHtml === null ? { markdown: "" } : articleToMarkdown(contentHtml, link)
  if ("problem" in article) return article
  const words = article.markdown === "" ? (summary ?? "").trim() : article.markdown
  const recordings = enclosures.flatMap((address) => {
    const url = linkAddressOf(address, link)
    return url === null || words.includes(url) ? [] : [`<${url}>`]
  })
  const parts = [...(words === "" ? [] : [words]), ...recordings]
  if (parts.length > 0) return { markdown: parts.join("\n\n") }
  return link === null ? { problem: "empty" as const } : { markdown: link }
}
