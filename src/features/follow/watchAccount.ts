import { onLive } from "../../lib/live.ts"
import { refresh } from "./carryOut.ts"

/** What the page's server knew of the account's changes: the index of the newest. */
const shownIndex = (): number => Number(document.documentElement.dataset["follows"] ?? 0)

/** Shows what other browsers of the same person change, as it happens. */
export const watchAccount = (): void => {
  let index = shownIndex()
  onLive("follows", (mark) => {
    const told = Number(mark)
    if (told <= index) return
    index = told
    void Promise.all([refresh(), refreshNewsfeed()])
    // Taken for a reader's intent: the page of groups comes alive, and shows what is so.
    document.querySelector(".follows")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
  })
}

/** Writes the personal newsfeed anew where it is on the page, unless somebody is at work in it. */
const refreshNewsfeed = async (): Promise<void> => {
  const shown = document.querySelector<HTMLElement>("[data-personal=newsfeed]")
  if (shown === null) return
  try {
    const response = await fetch(location.href)
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const fresh = page.querySelector("[data-personal=newsfeed]")
    if (fresh === null || shown.contains(document.activeElement)) return
    shown.replaceChildren(...fresh.childNodes)
  } catch {
    // The next change or page shows it.
  }
}
