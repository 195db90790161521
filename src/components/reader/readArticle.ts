import { ItemParts } from "#core/feeds"
import type { OpenedItem } from "#projections/feeds"
import { hostOf } from "../../lib/hostOf.ts"
import { isSummaryOnly } from "../../web/library/isSummaryOnly.ts"
import { runOrReport } from "../../web/runOrReport.ts"
import { articleHtml } from "../feeds/articleHtml.ts"
import { readingMinutes } from "./readingMinutes.ts"

/** The text of an item as it is shown. */
export type Article = Awaited<ReturnType<typeof readArticle>>

/**
 * The markup of an item's text and the minutes that reading it takes, which cost more than the rest of a page. Guests who
 * share an item share them.
 */
const textOf = (item: OpenedItem, whole: string | undefined) => {
  const source = whole ?? item.contentHtml ?? ""
  const known = texts.get(item)
  if (known?.source === source) return known
  const html = articleHtml(source)
  const text = { source, html, minutes: readingMinutes(html) }
  texts.set(item, text)
  return text
}
const texts = new WeakMap<OpenedItem, { readonly source: string; readonly html: string; readonly minutes: number }>()

const isTeaser = (item: OpenedItem): boolean => {
  const known = teasers.get(item) ?? isSummaryOnly(item)
  teasers.set(item, known)
  return known
}
const teasers = new WeakMap<OpenedItem, boolean>()

/** The whole article if it was loaded from the publisher, otherwise what the feed has; and whether it can be requested. */
export const readArticle = async (
  item: OpenedItem,
  { locals, url }: { readonly locals: App.Locals; readonly url: URL },
) => {
  const link = isTeaser(item) ? item.link : null
  const outcome =
    link === null
      ? null
      : await runOrReport(
          ItemParts.use((parts) => parts.stored("article", link)),
          locals,
        )
  const whole = outcome !== null && outcome !== undefined && "content" in outcome ? outcome.content : null
  const refusal = outcome && "refusal" in outcome ? outcome.refusal : url.searchParams.has("busy") ? "busy" : null
  const { html, minutes } = textOf(item, whole?.html)
  return {
    html,
    minutes,
    host: hostOf(item.link),
    isWhole: whole !== null,
    refusal,
    canAsk: link !== null && whole === null && (refusal === null || refusal === "busy"),
  }
}
