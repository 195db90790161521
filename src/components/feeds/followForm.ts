import type { DirectoryFeed } from "#projections/feeds"
import { toFollowableFeed } from "#src/api/wire.ts"
import { attribute, type Html, html } from "../../lib/html.ts"
import { paths } from "../../lib/paths.ts"

/** Description characters that browsers store, enough to recognise the feed. */
const DESCRIPTION_LENGTH_MAX = 200

/** The follow button of a feed: a form whose script loads at the first touch (src/features/follow/island.ts). */
export const followForm = (feed: DirectoryFeed, { t, follows, address }: App.Locals): Html => {
  const { feedId, title } = feed
  const followed = Array.from(follows.values()).some((ids) => ids.includes(feedId))
  const label = t(followed ? "follow.unfollow" : "follow.follow")
  return html`
    <form class="follow-form" method="post" action="${paths.guest(followed ? "unfollow" : "follow")}"${noteOf(feed)}>
      <input type="hidden" name="feedId" value="${feedId}"><input type="hidden" name="from" value="${address}">
      <button class="button" type="submit"${followed && QUIET} data-follow="${feedId}" data-followed="${String(followed)}" aria-label="${t("follow.named", { action: label, title })}">${label}</button>
    </form>`
}

const QUIET = attribute("data-tone", "quiet")

/** The data that the browser stores when it follows a feed, cached per feed object: popular feeds are on many pages. */
const noteOf = (feed: DirectoryFeed): Html => {
  const known = notes.get(feed)
  if (known !== undefined) return known
  const whole = toFollowableFeed(feed)
  const note = JSON.stringify({ ...whole, description: whole.description.slice(0, DESCRIPTION_LENGTH_MAX) })
  const made = attribute("data-feed", note)
  notes.set(feed, made)
  return made
}
const notes = new WeakMap<DirectoryFeed, Html>()
