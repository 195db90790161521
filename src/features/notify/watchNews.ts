import { NEWS_POLL_MS } from "#contract/notifications"
import { LIBRARY_NEWS, NEWS_ON } from "../../lib/fixedPaths.ts"
import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/**
 * Sees to it that news are asked for: on any page where notifications are on, and on the page of library news, whose list
 * is to stay current. The code for it comes when it is due, which for most readers is never.
 */
export const watchNews = (): void => {
  const start = () => {
    // Silent: nobody did anything that failed.
    runTemplateScript("news-code").catch(() => {})
  }
  const look = () => {
    if (isOn()) start()
    else if (location.pathname === LIBRARY_NEWS) setTimeout(start, NEWS_POLL_MS)
  }
  look()
  // Pages may also follow each other within one document.
  addEventListener("popstate", look)
}

const isOn = (): boolean => {
  try {
    return NEWS_ON in localStorage
  } catch {
    return false
  }
}
