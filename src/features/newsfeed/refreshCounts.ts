/** The rail with the unread counts. */
const COUNTS = ".start"
/** Counts are refreshed once for several changes. */
const WAIT_MS = 800
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads the page again soon and takes its unread counts. */
export const refreshCountsSoon = (whenDone: () => void): void => {
  clearTimeout(timer)
  timer = setTimeout(() => void refreshCounts().then(whenDone), WAIT_MS)
}

const refreshCounts = async (): Promise<void> => {
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } })
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const [shown, fresh] = [document.querySelector(COUNTS), page.querySelector(COUNTS)]
    if (shown === null || fresh === null || shown.contains(document.activeElement)) return
    shown.replaceChildren(...fresh.childNodes)
  } catch {
    // The next change or page load shows them.
  }
}
