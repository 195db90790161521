import type { DirectoryFeed } from "#projections/feeds"
import { toFollowableFeed } from "#src/api/wire.ts"
import { attribute, type Html, html } from "../../lib/html.ts"
import { paths } from "../../lib/paths.ts"

/** What a browser keeps of a description: enough to recognise the feed by. */
const DESCRIPTION_LENGTH_MAX = 200

/** The follow button of a feed: a form that posts, brought to life at the first touch (src/features/follow/live.ts). */
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

/** What the browser keeps of a feed that it follows. Written once for each feed that was read: popular ones serve many pages. */
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
