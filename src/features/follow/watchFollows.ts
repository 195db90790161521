import { COOKIES, ONE_YEAR_S, parseCookies } from "../../lib/cookies.ts"
import { followedFeedsOf } from "../../lib/followsCookie.ts"
import { keepCookie } from "../../lib/keepCookie.ts"
import { decodeFollows } from "./decodeFollows.ts"
import { FOLLOW_LIST_KEY, FOLLOWS_EVENT } from "./keys.ts"
import { byGroup, cookieOf } from "./mirror.ts"

/**
 * Keeps a page true to the follows without loading any island for it: brings cookie and local storage together, wakes
 * the buttons that show what is no longer so, and counts the follows in the menu. Part of every page that shows feeds.
 */
export const watchFollows = (): void => {
  settle()
  show()
  document.addEventListener(FOLLOWS_EVENT, show)
  addEventListener("storage", ({ key }) => {
    if (key === FOLLOW_LIST_KEY || key === null) show()
  })
  // A page that comes back from the browser's cache shows the follows of the moment when it was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) show()
  })
}

/**
 * Scripts write both at every change, so they differ only where the server changed the cookie (its word then counts),
 * or where one of the two was lost (the other then restores it).
 */
const settle = (): void => {
  const cookies = parseCookies(document.cookie)
  const told = cookies.get(COOKIES.follows) ?? ""
  const kept = keptFollows()
  const mirrored = cookieOf(kept)
  if (told === mirrored) return
  if (cookies.has(COOKIES.followsBy) || kept.length === 0) {
    void import("./takeOver.ts").then(({ takeOver }) => takeOver(told))
    return
  }
  keepCookie(COOKIES.follows, mirrored, ONE_YEAR_S)
  // The server rendered a personal page without them. Where the browser refuses the cookie, asking again would not help.
  const isTold = parseCookies(document.cookie).get(COOKIES.follows) === mirrored
  if (isTold && document.querySelector("[data-personal]")) location.reload()
}

const show = (): void => {
  const followed = followedFeedsOf(byGroup(keptFollows()))
  for (const button of document.querySelectorAll<HTMLElement>("[data-follow]")) {
    const { follow = "", followed: shown } = button.dataset
    // The interact directive takes it for a reader's intent: the island comes alive and shows what is so.
    if (shown !== String(followed.has(follow))) button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
  }
  showCount(followed.size)
}

/** The menu's line, in the words that the first-follow dialog carries for it. */
const showCount = (count: number): void => {
  const line = document.querySelector("[data-follow-count]")
  const words = document.querySelector<HTMLElement>("[data-follows]")?.dataset["follows"]
  if (line === null || words === undefined) return
  const forms = JSON.parse(words) as Partial<Record<Intl.LDMLPluralRule, string>>
  const form = forms[new Intl.PluralRules(document.documentElement.lang).select(count)] ?? forms.other ?? ""
  line.textContent = form.replace("{count}", String(count))
}

const keptFollows = () => {
  try {
    return decodeFollows(localStorage.getItem(FOLLOW_LIST_KEY) ?? "[]")
  } catch {
    return []
  }
}
