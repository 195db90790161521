import { onLiveUpdate } from "../../lib/liveUpdates.ts"

// Replaces what changed in an open page of tickets. The forms stay, so that nothing that is being written is lost.

const PART = "[data-live-part]"
/** Appears once there is something in it. Later it stays: its form may be in use. */
const LATER_PART = "[data-live-later]"
let shown: string | undefined
let newest: string | undefined
let isLoading = false

/** Loads the page again and takes over its list or thread. A failed request is repeated by the next change. */
const refresh = async (): Promise<void> => {
  if (isLoading) return
  isLoading = true
  while (shown !== newest) {
    const loaded = newest
    const answered = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null)
    if (answered?.ok !== true) break
    const page = new DOMParser().parseFromString(await answered.text(), "text/html")
    const [before, after] = [document.querySelector(PART), page.querySelector(PART)]
    if (before !== null && after !== null) before.replaceWith(document.importNode(after, true))
    const [empty, filled] = [document.querySelector(LATER_PART), page.querySelector(LATER_PART)]
    if (empty?.childElementCount === 0 && filled !== null) empty.replaceWith(document.importNode(filled, true))
    shown = loaded
  }
  isLoading = false
}

if (document.querySelector("[data-live-tickets]"))
  onLiveUpdate("tickets", (mark) => {
    newest = mark
    // The first mark is the state that the server rendered a moment ago.
    if (shown === undefined) shown = mark
    else void refresh()
  })
