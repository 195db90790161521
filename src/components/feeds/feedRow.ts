import type { DirectoryFeed, NewestTitle, PopularFeed } from "#projections/feeds"
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
  /** The newest items of each feed, by its id. */
  readonly samples?: ReadonlyMap<string, ReadonlyArray<NewestTitle>> | undefined
}

/** A server without a name tells readers nothing. */
const ADDRESS = /^(?:[\d.]+|\[.*\])$/

/** Renders feeds with follow buttons. A string and not a component, for speed. */
export const feedRows = ({ feeds, locals, url, now, full, said, samples }: FeedRows): string => {
  const { t, locale, format } = locals
  const preview = previewLinks(url)

  const row = (feed: DirectoryFeed | PopularFeed): Html => {
    const lang = attribute("lang", langOf(feed.language, locale))
    const { title, description } = said?.(feed) ?? {}
    const [named, items] = [full ? publisher(feed) : [], t("feed.items", { count: feed.itemCount })]
    const details = [
      ...named,
      html`${sourceLabel(t, feed.source)}`,
      full && named.length === 0 ? html`<a href="${channelOf(feed)}">${items}</a>` : html`${items}`,
      ...(feed.followers > 0 ? [html`${t("feed.followers", { count: feed.followers })}`] : []),
      ...(full && feed.lastUpdatedMs !== null ? [html`${format.relative(new Date(feed.lastUpdatedMs), now)}`] : []),
    ]
    return html`
      <li class="feed-row">
        ${feedIcon({ iconUrl: feed.iconUrl, title: feed.title, size: "medium" })}
        <div class="text">
          <a href="${preview(feed.feedId)}" data-preview="${feed.feedId}" data-url="${feed.url}"${lang}>${title ?? feed.title}</a>
          <small>${details.map((detail, at) => html`${at > 0 && "\u00a0· "}${detail}`)}</small>
          ${full && feed.description && html`<p${lang}>${description ?? feed.description}</p>`}
          ${samplesOf(feed.feedId)}
        </div>
        ${followForm(feed, locals)}
      </li>`
  }
  const samplesOf = (feedId: string): Html | false => {
    const items = samples?.get(feedId) ?? []
    if (items.length === 0) return false
    const links = items.map(
      ({ itemId, title, language }) =>
        html`<li><a href="${paths.newsDetail(itemId)}"${attribute("lang", langOf(language, locale))}>${title}</a></li>`,
    )
    return html`<ul class="samples">${links}</ul>`
  }
  // The title links to the preview, the publisher to the channel. Without a name, the number of items does.
  const channelOf = (feed: DirectoryFeed) => paths.channel(toChannelItem(feed).channelCode)
  const publisher = (feed: DirectoryFeed) => {
    const { userName } = toChannelItem(feed)
    return userName === "" || ADDRESS.test(userName) ? [] : [html`<a href="${channelOf(feed)}">${userName}</a>`]
  }
  return feeds.map((feed) => row(feed).text).join("")
}
