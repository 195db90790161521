import { apiPost } from "../../lib/apiFetch.ts"
import { keepRead } from "./keepRead.ts"

/** On an article page: stores that the item was opened, and counts the visit on the server without naming the reader. */
const countVisit = (): void => {
  const itemId = document.querySelector<HTMLElement>("[data-opened]")?.dataset["opened"]
  if (itemId === undefined) return
  keepRead(itemId)
  void apiPost("Access/AddAccessNews", { itemId }, { headers: { from: "pc" }, keepalive: true })
    // An unread response keeps its connection busy.
    .then((answer) => answer.text())
    .catch(() => {
      // Silent: the reader did nothing that could fail.
    })
}

// A script of article pages alone, because the scripts of every page stay under 5 kB. Pages that follow in the same
// document, while media play, do not run it again (features/player/persistAcrossPages.ts).
countVisit()
document.addEventListener("astro:after-swap", countVisit)
