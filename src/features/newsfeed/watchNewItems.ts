import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { paths } from "../../lib/paths.ts"
import { pageWords } from "./pageWords.ts"

const MEMBER_POLL_MS = 60_000
const GUEST_POLL_MS = 300_000
const TICK_MS = 5_000

/** Announces new items at the top of the list while the page is visible; the line is a link that loads them. */
export const watchNewItems = (): void => {
  const every = "member" in document.documentElement.dataset ? MEMBER_POLL_MS : GUEST_POLL_MS
  let polledMs = Date.now()
  const poll = async () => {
    const line = document.querySelector<HTMLAnchorElement>("[data-new-items]")
    if (line === null || document.visibilityState === "hidden" || Date.now() - polledMs < every) return
    polledMs = Date.now()
    try {
      const response = await fetch(`${paths.newItems}?after=${line.dataset["newItems"]}`)
      const { count } = (await response.json()) as { readonly count: number }
      if (count === 0) return
      const t = translatorOf<Pick<WordsOf<"reader">, "reader.new">>(
        document.documentElement.lang as Locale,
        pageWords(),
      )
      line.textContent = t("reader.new", { count })
      line.hidden = false
    } catch {
      // The next poll tries again.
    }
  }
  setInterval(() => void poll(), TICK_MS)
  document.addEventListener("visibilitychange", () => void poll())
}
