import { COOKIES, ONE_YEAR_S } from "../../lib/cookies.ts"
import { keepCookie, readCookie } from "../../lib/keepCookie.ts"
import { wake } from "../../lib/wake.ts"
import { FOLLOW_MIRROR_KEY } from "./keys.ts"

/**
 * Keeps a page true to the follows without the code that changes them: brings cookie and local storage together, and
 * calls for the code where a button shows what is no longer so. It knows nothing of the list itself but its mirror.
 */
export const watchFollows = (): void => {
  if ("member" in document.documentElement.dataset) {
    // What a member follows the server knew when it wrote the page; what changes since, the code hears.
    wake("follow-code").catch(() => {})
    return
  }
  settle()
  show()
  addEventListener("storage", ({ key }) => {
    if (key === FOLLOW_MIRROR_KEY || key === null) show()
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
  const told = readCookie(COOKIES.follows)
  const kept = mirror()
  if (told === kept) return
  if (kept === "" || readCookie(COOKIES.followsBy) !== "") {
    wake("follow-code").catch(() => {})
    return
  }
  keepCookie(COOKIES.follows, kept, ONE_YEAR_S)
  // The server rendered a personal page without them. Where the browser refuses the cookie, asking again would not help.
  if (readCookie(COOKIES.follows) === kept && document.querySelector("[data-personal]")) location.reload()
}

const show = (): void => {
  const followed: ReadonlyArray<string> = mirror().match(FEED_IDS) ?? []
  for (const button of document.querySelectorAll<HTMLElement>("[data-follow]")) {
    const { follow = "", followed: shown } = button.dataset
    // Taken for a reader's intent: the code comes, and shows what is so.
    if (shown !== String(followed.includes(follow)))
      button.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
  }
}

/** The ids in a mirror: values of a form, joined by dots. */
const FEED_IDS = /(?<=[=.])[0-9a-z]{20}(?=[.&]|$)/g

const mirror = (): string => {
  try {
    return localStorage.getItem(FOLLOW_MIRROR_KEY) ?? ""
  } catch {
    return ""
  }
}
