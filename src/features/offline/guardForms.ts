import { VERSION_FILE } from "../../lib/fixedPaths.ts"
import { hideLoading } from "../../lib/loading.ts"
import { UNSENT_EVENT } from "../../lib/unsent.ts"

/** A page that just came from the server needs no question. */
const FRESH_MS = 30_000
/** How long a server may take to answer before a form counts as not sent. */
const ANSWER_MS_MAX = 10_000

/**
 * Where no service worker does it: asks the server for a small file before a form leaves a page that has been open for a
 * while, so that what was typed there does not end on the browser's error page. What was typed stays, and "Try again" in the bar of Unreachable.astro sends it.
 */
export const guardForms = (): void => {
  let isSure = false
  let isAsking = false
  addEventListener("submit", async (event) => {
    const { target, submitter } = event
    const form = target as HTMLFormElement
    const isPost = (submitter?.getAttribute("formmethod") ?? form.method) === "post"
    if (isSure || event.defaultPrevented || !isPost || form.target || navigator.serviceWorker?.controller) return
    if (navigator.onLine && performance.now() < FRESH_MS) return
    event.preventDefault()
    if (isAsking) return
    isAsking = true
    const isReached = await fetch(VERSION_FILE, {
      method: "HEAD",
      cache: "no-store",
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    }).catch(() => null)
    isAsking = false
    hideLoading()
    const send = () => form.requestSubmit(submitter)
    if (isReached) {
      isSure = true
      send()
      isSure = false
      return
    }
    document.documentElement.dataset["offline"] = "unsent"
    form.dispatchEvent(new Event(UNSENT_EVENT))
    const bar = document.querySelector("#unreachable")
    bar?.scrollIntoView({ block: "nearest" })
    const again = bar?.querySelector<HTMLElement>(":scope > a")
    if (again)
      again.onclick = (press) => {
        press.preventDefault()
        send()
      }
  })
}
