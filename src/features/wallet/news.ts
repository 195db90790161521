import { onLive } from "../../lib/live.ts"

// Says that there is something new of the wallet, and moves nothing that somebody reads.

const news = document.querySelector<HTMLElement>("[data-wallet-news]")
const link = news?.querySelector("a")
if (news && link)
  onLive("wallet", (mark) => {
    link.hidden = mark === news.dataset["walletNews"]
  })
