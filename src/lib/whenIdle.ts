/** The longest wait for an idle moment: a page that plays or animates may have none. */
const WAIT_MS_MAX = 2_000
/** Browsers that announce no idle moments. */
const AFTER_LOAD_MS = 200

/** Runs work when the page has loaded and the browser has nothing else to do: reading comes first. */
export const whenIdle = (work: () => void): void => {
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: WAIT_MS_MAX })
    else setTimeout(work, AFTER_LOAD_MS)
  }
  if (document.readyState === "complete") wait()
  else addEventListener("load", wait, { once: true })
}
