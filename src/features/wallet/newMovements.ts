import { onLiveUpdate } from "../../lib/liveUpdates.ts"

// Says that something has moved, and moves nothing that somebody reads. What is still on its way has not (walletMarks).

const balancesOf = (mark: string): string => mark.slice(0, Math.max(0, mark.indexOf(".")))

const news = document.querySelector<HTMLElement>("[data-wallet-news]")
const link = news?.querySelector("a")
if (news && link)
  onLiveUpdate("wallet", (mark) => {
    link.hidden = balancesOf(mark) === balancesOf(news.dataset["walletNews"] ?? "")
  })
