import type { FollowableFeed } from "#contract/follows"
import { type Translate, translatorOf } from "../../i18n/translate.ts"
import { COOKIES } from "../../lib/cookies.ts"
import { readCookie } from "../../lib/keepCookie.ts"
import { paths } from "../../lib/paths.ts"
import { isMember } from "./account.ts"
import { feedsOf, isFollowed } from "./GuestFollows.ts"
import { type FollowWords, pageWords } from "./pageWords.ts"
import { serveAccount } from "./serveAccount.ts"
import { $followList, NOT_YET } from "./store.ts"
import { takeOver } from "./takeOver.ts"
import { toggleFollow } from "./toggleFollow.ts"

// The code behind the follow buttons that the server renders (components/feeds/Follow.astro), fetched at the first touch
// of one, and by members' pages when they are there. It needs no React: the buttons are there already.

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
  void toggleFollow(JSON.parse(feed) as FollowableFeed, button.dataset["followed"] === "true", t).finally(() => {
    button.ariaBusy = null
  })
})

const show = (): void => {
  const items = $followList.get()
  if (items === NOT_YET) return
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

/** What the server changed while there were no scripts, and what local storage lost, is taken from the cookie. */
const settleCookie = (): void => {
  const told = readCookie(COOKIES.follows)
  if (readCookie(COOKIES.followsBy) !== "" || (told !== "" && $followList.get().length === 0)) void takeOver(told)
}

$followList.subscribe(show)
if (isMember()) serveAccount()
else settleCookie()
