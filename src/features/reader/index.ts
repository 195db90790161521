import { hideLoading, showLoading } from "../../lib/loading.ts"
import { watchFollows } from "../follow/watchFollows.ts"
import { watchIntent } from "./intent.ts"
import { showRead } from "./readMarks.ts"

// Part of every page that shows feeds. The page works without it. Together with the shell's script it stays under
// 5 kB gzipped; everything else loads when it is used.
watchIntent()
watchFollows()

// A page restored from the back/forward cache does not show what was opened since.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return
  showRead()
  hideLoading()
})

// Another page in the same document, while media play (features/player/persistAcrossPages.ts).
document.addEventListener("astro:after-swap", showRead)

document.addEventListener("submit", ({ target }) => {
  const busy = (target as HTMLFormElement).dataset["busy"]
  if (busy !== undefined) showLoading(busy)
})
