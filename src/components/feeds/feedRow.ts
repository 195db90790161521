import type { DirectoryFeed, PopularFeed } from "#projections/feeds"
import { toChannelItem } from "#src/api/wire.ts"
import { previewLinks } from "../../features/drawer/previewAddress.ts"
import { attribute, type Html, html } from "../../lib/html.ts"
import { paths } from "../../lib/paths.ts"
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
  /** What stands in place of a feed's own words, such as those that a search marked in them. */
  readonly said?:
    | ((feed: DirectoryFeed | PopularFeed) => { readonly title?: Html; readonly description?: Html })
    | undefined
}

/** Feeds in a list: who each is, what it is, and the button to follow it. Text and not a component, as items are. */
export const feedRows = ({ feeds, locals, url, now, full, said }: FeedRows): string => {
  const { t, locale, format } = locals
  const preview = previewLinks(url)

  const row = (feed: DirectoryFeed | PopularFeed): Html => {
    const lang = attribute("lang", langOf(feed.language, locale))
    const { title, description } = said?.(feed) ?? {}
    const details = [
      ...(full ? publisher(feed) : []),
      html`${sourceLabel(t, feed.source)}`,
      html`${t("feed.items", { count: feed.itemCount })}`,
      ...(full && feed.lastUpdatedMs !== null ? [html`${format.relative(new Date(feed.lastUpdatedMs), now)}`] : []),
    ]
    return html`
      <li class="feed-row">
        ${feedIcon({ iconUrl: feed.iconUrl, title: feed.title, size: "medium" })}
        <div class="text">
          <a href="${preview(feed.feedId)}" data-preview="${feed.feedId}" data-url="${feed.url}"${lang}>${title ?? feed.title}</a>
          <small>${details.map((detail, at) => html`${at > 0 && " · "}${detail}`)}</small>
          ${full && feed.description && html`<p${lang}>${description ?? feed.description}</p>`}
        </div>
        ${followForm(feed, locals)}
      </li>`
  }
  // The title leads to the preview, the publisher to the channel.
  const publisher = (feed: DirectoryFeed) => {
    const { channelCode, userName } = toChannelItem(feed)
    return userName === "" ? [] : [html`<a href="${paths.channel(channelCode)}">${userName}</a>`]
  }
  return feeds.map((feed) => row(feed).text).join("")
}
