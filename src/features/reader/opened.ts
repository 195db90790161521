import { apiPost } from "../../lib/apiFetch.ts"
import { keepRead } from "./readMarks.ts"

/** On an article: remembers here that it was opened, and counts it there; nobody is told who opened it. */
export const opened = (): void => {
  const itemId = document.querySelector<HTMLElement>("[data-opened]")?.dataset["opened"]
  if (itemId === undefined) return
  keepRead(itemId)
  void apiPost("Access/AddAccessNews", { itemId }, { headers: { from: "pc" }, keepalive: true })
    // An answer that nobody takes keeps its connection busy.
    .then((answer) => answer.text())
    .catch(() => {
      // Silent: the reader did nothing that failed.
    })
}
