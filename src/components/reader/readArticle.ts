import { ItemParts } from "#core/feeds"
import type { OpenedItem } from "#projections/feeds"
import { hostOf } from "../../lib/hostOf.ts"
import { isSummaryOnly } from "../../web/library/isSummaryOnly.ts"
import { runOrReport } from "../../web/runOrReport.ts"
import { articleHtml } from "../feeds/articleHtml.ts"

/** The text of an item as it is shown. */
export type Article = Awaited<ReturnType<typeof readArticle>>

/** The whole article if it was loaded from the publisher, otherwise what the feed has; and whether it can be requested. */
export const readArticle = async (
  item: OpenedItem,
  { locals, url }: { readonly locals: App.Locals; readonly url: URL },
) => {
  const link = isSummaryOnly(item) ? item.link : null
  const outcome =
    link === null
      ? null
      : await runOrReport(
          ItemParts.use((parts) => parts.kept("article", link)),
          locals,
        )
  const whole = outcome !== null && outcome !== undefined && "content" in outcome ? outcome.content : null
  const refusal = outcome && "refusal" in outcome ? outcome.refusal : url.searchParams.has("busy") ? "busy" : null
  return {
    html: articleHtml(whole?.html ?? item.contentHtml ?? ""),
    host: hostOf(item.link),
    isWhole: whole !== null,
    refusal,
    canAsk: link !== null && whole === null && (refusal === null || refusal === "busy"),
  }
}
