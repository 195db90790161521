import { onLiveUpdate } from "../../lib/liveUpdates.ts"
import { cacheBalance } from "./cacheBalance.ts"

// Shows an open wallet as it stands on the server, about as soon as it does.

/** How often it is looked while something is on its way: demo chains have a block in 15 s, others in minutes. */
const LOOK_MS = 8_000

/** Asks for the page anew and takes its part over, unless somebody is at work in it. */
const refresh = async (shown: HTMLElement): Promise<void> => {
  void cacheBalance()
  try {
    const response = await fetch(location.href)
    if (!response.ok) return
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const fresh = page.querySelector<HTMLElement>("[data-wallet]")
    if (fresh === null || shown.contains(document.activeElement)) return
    shown.replaceChildren(...fresh.childNodes)
    shown.dataset["wallet"] = fresh.dataset["wallet"]
  } catch {
    // The next change or page shows it.
  }
}

const shown = document.querySelector<HTMLElement>("[data-wallet]")
if (shown !== null) {
  // A block that confirms a payment once more is no fact of ours that would tell.
  setInterval(() => {
    if (document.visibilityState === "visible" && shown.querySelector("[data-pending]") !== null) void refresh(shown)
  }, LOOK_MS)
  onLiveUpdate("wallet", (mark) => {
    if (mark !== shown.dataset["wallet"]) void refresh(shown)
  })
}
