import { NEWS_POLL_MS } from "#contract/notifications"
import { LIBRARY_NEWS, NEWS_ON } from "../../lib/fixedPaths.ts"
import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** Polls news on pages with notifications on and on the news page. The code is loaded only when a poll is due. */
export const watchNews = (): void => {
  const start = () => {
    // Fails silently.
    runTemplateScript("news-code").catch(() => {})
  }
  const check = () => {
    if (isOn()) start()
    else if (location.pathname === LIBRARY_NEWS) setTimeout(start, NEWS_POLL_MS)
  }
  check()
  // Pages may change within one document.
  addEventListener("popstate", check)
}

const isOn = (): boolean => {
  try {
    return NEWS_ON in localStorage
  } catch {
    return false
  }
}
