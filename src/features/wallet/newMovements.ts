import { onLiveUpdate } from "../../lib/liveUpdates.ts"

// Shows a link when there are new movements, so that the list does not move while reading. Pending deposits are ignored.

const balancesOf = (mark: string): string => mark.slice(0, Math.max(0, mark.indexOf(".")))

const notice = document.querySelector<HTMLElement>("[data-wallet-news]")
const link = notice?.querySelector("a")
if (notice && link)
  onLiveUpdate("wallet", (mark) => {
    link.hidden = balancesOf(mark) === balancesOf(notice.dataset["walletNews"] ?? "")
  })
