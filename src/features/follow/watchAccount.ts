import { refresh } from "./carryOut.ts"

/** Where the server tells of changes (src/pages/live.ts). */
const LIVE = "/live"

/** What the page's server knew of the account's changes: the index of the newest. */
const shownIndex = (): number => Number(document.documentElement.dataset["follows"] ?? 0)

/**
 * Shows what other browsers of the same person change, as it happens. Only a page that is looked at listens: browsers
 * have few connections to spare, and a page that comes back is told whether it missed something.
 */
export const watchAccount = (): void => {
  let index = shownIndex()
  let source: EventSource | undefined

  const listen = () => {
    if (document.visibilityState === "hidden") {
      source?.close()
      source = undefined
      return
    }
    if (source !== undefined) return
    source = new EventSource(LIVE)
    source.addEventListener("follows", ({ data }: MessageEvent<string>) => {
      const told = Number(data)
      if (told <= index) return
      index = told
      void Promise.all([refresh(), refreshNewsfeed()])
      // Taken for a reader's intent: the page of groups comes alive, and shows what is so.
      document.querySelector(".follows")?.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }))
    })
  }
  document.addEventListener("visibilitychange", listen)
  // A page that comes back from the browser's cache has lost its stream without being told.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return
    source?.close()
    source = undefined
    listen()
  })
  listen()
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
