import { hideLoading, showLoading } from "../../lib/loading.ts"
import { watchFollows } from "../follow/watchFollows.ts"
import { watchIntent } from "./intent.ts"
import { opened } from "./opened.ts"
import { showRead } from "./readMarks.ts"

// Part of every page that shows feeds. What it adds works without it, and with the shell's own script it is to stay
// under 5 kB gzipped: whatever more is needed comes when somebody acts.
watchIntent()
watchFollows()
opened()

// A page that comes back from the browser's cache does not yet know what was opened meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return
  showRead()
  hideLoading()
})

// Another page in the same document, while something plays (features/player/stay.ts).
document.addEventListener("astro:after-swap", () => {
  opened()
  showRead()
})

document.addEventListener("submit", ({ target }) => {
  const busy = (target as HTMLFormElement).dataset["busy"]
  if (busy !== undefined) showLoading(busy)
})
