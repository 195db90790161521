import type { ListedItem } from "#projections/feeds"
import { hostOf } from "../../lib/hostOf.ts"
import { attribute, Html, html } from "../../lib/html.ts"
import { itemMark } from "../../lib/offline.ts"
import { articleHtml } from "../feeds/articleHtml.ts"
import { langOf } from "../feeds/language.ts"

/**
 * An item of the offline page: collapsed, with its whole text and without pictures, after the marker by which
 * the service worker extracts it.
 *
 * @param contentHtml its sanitised article, if any
 */
export const keptItem = (
  { itemId, title, feedTitle, language, updatedMs, summary, link }: ListedItem,
  contentHtml: string | undefined,
  { t, format, locale }: Pick<App.Locals, "t" | "format" | "locale">,
): string => {
  const published = new Date(updatedMs)
  const words = contentHtml === undefined ? "" : articleHtml(contentHtml.replace(PICTURES, ""))
  const item = html`
    <details id="i-${itemId}" data-kept="${itemId}">
      <summary${attribute("lang", langOf(language, locale))}>
        <span class="src">${feedTitle} · <time datetime="${published.toISOString()}">${format.dateTime(published)}</time></span>
        <strong>${title}</strong>
      </summary>
      <div class="prose"${attribute("lang", langOf(language, locale))}>${words === "" ? html`<p>${summary ?? ""}</p>` : new Html(words)}</div>
      ${link !== null && hostOf(link) !== "" && html`<p><a href="${link}" rel="noopener noreferrer">${t("feed.original", { host: hostOf(link) })}</a></p>`}
    </details>`
  return itemMark(itemId) + item.text
}

const PICTURES = /<img\b[^>]*>|<(video|audio)\b[^>]*>[\s\S]*?<\/\1>/g
