// Shows how far an import is. Without this script the page loads again by itself.

const INTERVAL_MS = 2_500
const REPORT = "[data-import-report]"

const refresh = async (): Promise<void> => {
  const report = document.querySelector<HTMLElement>(REPORT)
  if (report?.dataset["active"] === undefined) return
  try {
    const response = await fetch(location.href, { headers: { accept: "text/html" } })
    const page = new DOMParser().parseFromString(await response.text(), "text/html")
    const next = page.querySelector<HTMLElement>(REPORT)
    // A decision needs its form; a report that people read must not move under their eyes.
    if (response.ok && next !== null && next.innerHTML !== report.innerHTML) {
      if (next.dataset["active"] === undefined) return location.reload()
      report.replaceChildren(...next.childNodes)
    }
  } catch {
    // The connection is gone for a moment.
  }
  setTimeout(() => void refresh(), INTERVAL_MS)
}

setTimeout(() => void refresh(), INTERVAL_MS)
