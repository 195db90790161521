import { onLiveUpdate } from "../../lib/liveUpdates.ts"
import { cacheBalance } from "./cacheBalance.ts"

// Replaces the parts of an open wallet page when they change on the server.

/** Refresh interval while a payment is pending. Demo chains have a block every 15 s. */
const REFRESH_MS = 8_000

let lastRefresh = 0

/** Loads the page again and replaces its parts, unless the focus is in them. */
const refresh = async (shown: HTMLElement): Promise<void> => {
  void cacheBalance()
  lastRefresh += 1
  const current = lastRefresh
  try {
    const response = await fetch(location.href)
    if (!response.ok) return
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const fresh = page.querySelector<HTMLElement>("[data-wallet]")
    // A later refresh has newer parts: balances and movements often change one shortly after the other.
    if (current !== lastRefresh || fresh === null || shown.contains(document.activeElement)) return
    shown.replaceChildren(...fresh.childNodes)
    shown.dataset["wallet"] = fresh.dataset["wallet"]
  } catch {
    // Tried again at the next change.
  }
}

const shown = document.querySelector<HTMLElement>("[data-wallet]")
if (shown !== null) {
  // A further confirmation is no event, so pending payments are polled.
  setInterval(() => {
    if (document.visibilityState === "visible" && shown.querySelector("[data-pending]") !== null) void refresh(shown)
  }, REFRESH_MS)
  onLiveUpdate("wallet", (mark) => {
    if (mark !== shown.dataset["wallet"]) void refresh(shown)
  })
}
