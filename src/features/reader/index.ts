import { hideLoading, showLoading } from "../../lib/loading.ts"
import { watchFollows } from "../follow/watchFollows.ts"
import { showRead } from "./readMarks.ts"

// Part of every page that shows feeds. What it adds works without it.
watchFollows()

// A page that comes back from the browser's cache does not yet know what was opened meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return
  showRead()
  hideLoading()
})

document.addEventListener("submit", ({ target }) => {
  const busy = (target as HTMLFormElement).dataset["busy"]
  if (busy !== undefined) showLoading(busy)
})
