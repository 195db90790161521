import { readCookie, writeCookie } from "../../lib/browserCookies.ts"
import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"
import { runTemplateScript } from "../../lib/runTemplateScript.ts"
import { FOLLOW_MIRROR_KEY } from "./storageKeys.ts"

/**
 * Keeps a page up to date without the script that changes follows: reconciles cookie and local storage, and loads the script
 * if a button is outdated. It reads only the mirror, never the list.
 */
export const watchFollows = (): void => {
  if ("member" in document.documentElement.dataset) {
    // The server rendered a member's follows; the script receives later changes.
    runTemplateScript("follow-code").catch(() => {})
    return
  }
  reconcile()
  loadForOutdatedButtons()
  addEventListener("storage", ({ key }) => {
    if (key === FOLLOW_MIRROR_KEY || key === null) loadForOutdatedButtons()
  })
  // A page restored from the back/forward cache may be outdated.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) loadForOutdatedButtons()
  })
}

/**
 * Scripts write both with every change. They differ only if the server changed the cookie (which then wins), or if one of
 * them was lost (the other then restores it).
 */
const reconcile = (): void => {
  const cookie = readCookie(COOKIES.follows)
  const mirror = readMirror()
  if (cookie === mirror) return
  if (mirror === "" || readCookie(COOKIES.followsBy) !== "") {
    runTemplateScript("follow-code").catch(() => {})
    return
  }
  writeCookie(COOKIES.follows, mirror, ONE_YEAR_S)
  // The server rendered a personal page without the cookie. If the browser refuses cookies, reloading would not help.
  if (readCookie(COOKIES.follows) === mirror && document.querySelector("[data-personal]")) location.reload()
}

const loadForOutdatedButtons = (): void => {
  const followed: ReadonlyArray<string> = readMirror().match(FEED_IDS) ?? []
  for (const button of document.querySelectorAll<HTMLElement>("[data-follow]")) {
    const { follow = "", followed: shown } = button.dataset
    // Counts as a touch: the script loads and updates the button.
    if (shown !== String(followed.includes(follow)))
      button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
  }
}

/** Feed ids in the mirror: form values joined by dots. */
const FEED_IDS = /(?<=[=.])[0-9a-z]{20}(?=[.&]|$)/g

const readMirror = (): string => {
  try {
    return localStorage.getItem(FOLLOW_MIRROR_KEY) ?? ""
  } catch {
    return ""
  }
}
