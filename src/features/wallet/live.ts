import { onLive } from "../../lib/live.ts"
import { keepBalance } from "./keepBalance.ts"

// Shows an open wallet as it stands on the server, about as soon as it does.

/** Asks for the page anew and takes its part over, unless somebody is at work in it. */
const refresh = async (shown: HTMLElement): Promise<void> => {
  void keepBalance()
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
  onLive("wallet", (mark) => {
    if (mark !== shown.dataset["wallet"]) void refresh(shown)
  })
}
