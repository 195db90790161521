import { apiPost } from "../../lib/apiFetch.ts"
import { keepRead } from "./keepRead.ts"

/** On article pages: stores that the item was opened, and counts the visit on the server without naming the reader. */
export const watchOpened = (): void => {
  countVisit()
  // Another page in the same document, while media play (features/player/persistAcrossPages.ts).
  document.addEventListener("astro:after-swap", countVisit)
}

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
