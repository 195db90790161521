import { isLocale } from "../../i18n/locales.ts"
import { formatOf } from "../../lib/format.ts"

const MINUTE_MS = 60_000

/** Keeps the relative times of the list true while the page is open. */
export const watchTimes = (): void => {
  const { lang } = document.documentElement
  if (!isLocale(lang)) return
  const { relative } = formatOf(lang, Intl.DateTimeFormat().resolvedOptions().timeZone)
  setInterval(() => {
    if (document.visibilityState === "hidden") return
    for (const time of document.querySelectorAll<HTMLTimeElement>("[data-item] .src time"))
      time.textContent = relative(new Date(time.dateTime), new Date())
  }, MINUTE_MS)
}
