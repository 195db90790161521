import { onLiveUpdate } from "../../lib/liveUpdates.ts"

// Shows a link when there are new movements, so that the list does not move while reading.

/** Log position of the newest movement in a mark (`walletMarks`); 0 if there is none. Balances may be ahead of or behind the list. */
const newestMovement = (mark: string): number => Number(mark.split(".")[2] ?? "")

const notice = document.querySelector<HTMLElement>("[data-wallet-news]")
const link = notice?.querySelector("a")
if (notice && link)
  onLiveUpdate("wallet", (mark) => {
    link.hidden = newestMovement(mark) <= newestMovement(notice.dataset["walletNews"] ?? "")
  })
