import type { DirectoryFeed, PopularFeed } from "#projections/feeds"
import { feedLinksOf } from "../../features/drawer/address.ts"
import { attribute, type Html, html } from "../../lib/html.ts"
import { feedIcon } from "./feedIcon.ts"
import { followForm } from "./followForm.ts"
import { langOf } from "./language.ts"
import { sourceLabel } from "./sourceLabel.ts"

export interface FeedRows {
  readonly feeds: ReadonlyArray<DirectoryFeed | PopularFeed>
  readonly locals: App.Locals
  /** The page itself: a link to a feed's preview leads to it. */
  readonly url: URL
  readonly now: Date
  /** With their descriptions and when they last brought something, where there is room for it. */
  readonly full: boolean
}

/** Feeds in a list: who each is, what it is, and the button to follow it. Text and not a component, as items are. */
export const feedRows = ({ feeds, locals, url, now, full }: FeedRows): string => {
  const { t, locale, format } = locals
  const preview = feedLinksOf(url)

  const row = (feed: DirectoryFeed | PopularFeed): Html => {
    const lang = attribute("lang", langOf(feed.language, locale))
    const details = [
      sourceLabel(t, feed.source),
      t("feed.items", { count: feed.itemCount }),
      ...(full && feed.lastUpdatedMs !== null ? [format.relative(new Date(feed.lastUpdatedMs), now)] : []),
    ]
    return html`
      <li class="feed-row">
        ${feedIcon({ iconUrl: feed.iconUrl, title: feed.title, size: "medium" })}
        <div class="text">
          <a href="${preview(feed.feedId)}" data-preview="${feed.feedId}" data-url="${feed.url}"${lang}>${feed.title}</a>
          <small>${details.join(" · ")}</small>
          ${full && feed.description && html`<p${lang}>${feed.description}</p>`}
        </div>
        ${followForm(feed, locals)}
      </li>`
  }
  return feeds.map((feed) => row(feed).text).join("")
}
