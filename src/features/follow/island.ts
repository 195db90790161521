import type { FollowableFeed, GuestFollowItem } from "#contract/follows"
import { type Translate, translatorOf } from "../../i18n/translate.ts"
import { apiPost } from "../../lib/apiFetch.ts"
import { readCookie } from "../../lib/browserCookies.ts"
import { COOKIES } from "../../lib/cookies.ts"
import { paths } from "../../lib/paths.ts"
import { isMemberPage } from "./accountFollows.ts"
import { fromFollowsCookie } from "./cookieMirror.ts"
import { feedsOf, isFollowed, isPlaceholder, itemOf } from "./GuestFollows.ts"
import { offerGroups } from "./groupSelect.ts"
import { startMemberPage } from "./memberPage.ts"
import { $followList, $guestFollows, NOT_LOADED, saveGuestFollows } from "./store.ts"
import { toggleFollow } from "./toggleFollow.ts"
import { type FollowWords, pageWords } from "./words.ts"

// The script of the server-rendered follow buttons (components/feeds/followForm.ts), loaded when one is first touched, and on
// members' pages at once. It does without React: the buttons exist already.

const { locale, words } = pageWords()
const t: Translate<FollowWords> = translatorOf<FollowWords>(locale, words)

document.addEventListener("submit", (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || event.defaultPrevented) return
  const { feed } = form.dataset
  const button = form.querySelector("button")
  if (feed === undefined || button === null) return
  event.preventDefault()
  if (button.ariaBusy === "true") return
  button.ariaBusy = "true"
  const followed = JSON.parse(feed) as FollowableFeed
  void toggleFollow(followed, button.dataset["followed"] === "true", t).finally(() => {
    button.ariaBusy = null
    offerGroups(form, followed, t)
  })
})

const showFollows = (): void => {
  const items = $followList.get()
  if (items === NOT_LOADED) return
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-feed]")) {
    const { feedId, title } = JSON.parse(form.dataset["feed"] ?? "{}") as FollowableFeed
    const followed = isFollowed(items, feedId)
    const button = form.querySelector("button")
    if (button === null || button.dataset["followed"] === String(followed)) continue
    const label = t(followed ? "follow.unfollow" : "follow.follow")
    form.action = paths.guest(followed ? "unfollow" : "follow")
    button.dataset["followed"] = String(followed)
    button.textContent = label
    button.ariaLabel = t("follow.named", { action: label, title })
    if (followed) button.dataset["tone"] = "quiet"
    else delete button.dataset["tone"]
  }
  const line = document.querySelector("[data-follow-count]")
  if (line !== null) line.textContent = t("shell.follows", { count: feedsOf(items).length })
}

/** The cookie wins if the server changed it while scripts were off, or if local storage was lost. */
const reconcileWithCookie = (): void => {
  const cookie = readCookie(COOKIES.follows)
  const isLost = cookie !== "" && $followList.get().length === 0
  if (readCookie(COOKIES.followsBy) !== "" || isLost) void adoptServerFollows(cookie)
}

/** Replaces the guest's follows by those of the cookie. Details of new feeds are loaded; if that fails, only the id is kept. */
const adoptServerFollows = async (cookie: string): Promise<void> => {
  const known = new Map($guestFollows.get().map((item) => [item.feedId, item]))
  const items = await Promise.all(
    fromFollowsCookie(cookie).map(async (item): Promise<GuestFollowItem> => {
      if (isPlaceholder(item)) return item
      const own = known.get(item.feedId)
      if (own !== undefined && own.title !== "") return { ...own, groupName: item.groupName }
      const feed = await loadFeed(item.feedId)
      return feed === undefined ? item : itemOf(feed, item.groupName)
    }),
  )
  saveGuestFollows(items)
}

const loadFeed = async (feedId: string): Promise<FollowableFeed | undefined> => {
  try {
    const response = await apiPost("Feed/SearchFeedById", { feedId })
    const answer = (await response.json()) as {
      readonly status: boolean
      readonly data: { readonly feed: FollowableFeed }
    }
    return answer.status ? answer.data.feed : undefined
  } catch {
    return undefined
  }
}

$followList.subscribe(showFollows)
if (isMemberPage()) startMemberPage()
else reconcileWithCookie()
