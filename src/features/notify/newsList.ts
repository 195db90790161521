import { showRead } from "../reader/readMarks.ts"

/** Maximum items in the list; older ones are on the next page. */
const SHOWN_MAX = 200

const list = () => document.querySelector<HTMLElement>("[data-news]")

/** The time of the newest listed item, or null without a list. */
export const newestShown = (): number | null => {
  const newest = list()?.dataset["news"]
  return newest === undefined ? null : Number(newest)
}

/** The language filter of the list. */
export const shownLanguage = (): string | undefined => list()?.dataset["language"]

/** Prepends new items. Readers further down keep their scroll position and focus. */
export const refreshList = async (): Promise<void> => {
  const shown = list()
  const answer = await fetch(location.href, { headers: { accept: "text/html" } })
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  const fresh = page.querySelector<HTMLElement>("[data-news]")
  if (!answer.ok || !shown || !fresh) return
  const anchor = itemsOf(shown).find((item) => item.getBoundingClientRect().bottom > 0)
  const isReading = anchor !== undefined && shown.getBoundingClientRect().top < 0
  const placeBefore = anchor?.getBoundingClientRect().top ?? 0

  merge(fresh, shown)
  for (const item of itemsOf(shown).slice(SHOWN_MAX)) item.remove()
  shown.dataset["news"] = fresh.dataset["news"] ?? ""
  showRead()
  if (isReading) scrollBy({ top: anchor.getBoundingClientRect().top - placeBefore, behavior: "instant" })
}

const itemsOf = (within: ParentNode) => [...within.querySelectorAll<HTMLElement>("[data-item]")]

/** A list has a section per day. */
const merge = (fresh: HTMLElement, shown: HTMLElement): void => {
  const known = new Set(itemsOf(shown).map(({ dataset }) => dataset["item"]))
  for (const item of itemsOf(fresh)) if (known.has(item.dataset["item"])) item.remove()
  for (const day of [...fresh.querySelectorAll("section")].reverse()) {
    const items = itemsOf(day)
    const first = shown.querySelector("section")
    if (items.length === 0) continue
    if (first && first.firstElementChild?.textContent === day.firstElementChild?.textContent)
      first.firstElementChild?.after(...items)
    else if (first) first.before(day)
    else shown.prepend(day)
  }
}
