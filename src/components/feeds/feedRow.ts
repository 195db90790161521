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
  /** The page's address, for links to previews. */
  readonly url: URL
  readonly now: Date
  /** With description, publisher and last update. */
  readonly full: boolean
  /** Replaces title and description, for example by highlighted ones. */
  readonly said?:
    | ((feed: DirectoryFeed | PopularFeed) => { readonly title?: Html; readonly description?: Html })
    | undefined
}

/** Renders feeds with follow buttons. A string and not a component, for speed. */
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
  // The title links to the preview, the publisher to the channel.
  const publisher = (feed: DirectoryFeed) => {
    const { channelCode, userName } = toChannelItem(feed)
    return userName === "" ? [] : [html`<a href="${paths.channel(channelCode)}">${userName}</a>`]
  }
  return feeds.map((feed) => row(feed).text).join("")
}
