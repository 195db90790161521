/** The rail with the unread counts. */
const COUNTS = ".start"
/** Counts are refreshed once for several changes. */
const WAIT_MS = 800
/** Address parameters that choose what "mark all as read" covers; others filter the counts alone. */
const SCOPE = ["group", "only", "show"]
let timer: ReturnType<typeof setTimeout> | undefined
let isStale = false

/** Loads the page again soon and takes its unread counts. Calls back with the loaded page. */
export const refreshCountsSoon = (whenDone: (page: Document) => void): void => {
  isStale = true
  clearTimeout(timer)
  timer = setTimeout(() => void refreshCounts(whenDone), WAIT_MS)
}

/** The unread items that "mark all as read" covers here; undefined if the page does not know their number. */
export const unreadCount = (): number | undefined => {
  const row = document.querySelector(`${COUNTS} [aria-labelledby=groups] [aria-current]`)
  const isFiltered = [...new URLSearchParams(location.search).keys()].some((key) => !SCOPE.includes(key))
  if (row === null || isStale || isFiltered) return undefined
  const count = row.querySelector<HTMLElement>("[data-count]")?.dataset["count"] ?? "0"
  return count === "" ? undefined : Number(count)
}

const refreshCounts = async (whenDone: (page: Document) => void): Promise<void> => {
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } })
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const [shown, fresh] = [document.querySelector(COUNTS), page.querySelector(COUNTS)]
    if (shown !== null && fresh !== null && !shown.contains(document.activeElement)) {
      shown.replaceChildren(...fresh.childNodes)
      isStale = false
    }
    whenDone(page)
  } catch {
    // The next change or page load shows them.
  }
}
