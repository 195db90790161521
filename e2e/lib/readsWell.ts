import type { Page } from "playwright-core"
import { expect } from "vitest"
import { catalogue, type Locale } from "../../src/i18n/index.ts"
import { accessibilityProblems } from "./accessible.ts"
import { WIDTHS } from "./browser.ts"

/** Texts of a page that are English although the page is in another language, and keys in place of texts. */
const englishTexts = async (page: Page, locale: Locale): Promise<ReadonlyArray<string>> => {
  if (locale === "en") return []
  const english = Object.entries(catalogue.en).flatMap(([key, text]) =>
    typeof text === "string" && /[a-z]{4}/.test(text) && catalogue[locale][key] !== text ? [text] : [],
  )
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Array<string> = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const foreign = node.parentElement?.closest("[lang]")?.getAttribute("lang") !== document.documentElement.lang
      if (!foreign && node.parentElement?.closest("script, style, template") == null)
        texts.push((node.textContent ?? "").trim())
    }
    return texts
  })
  // A word may be the same in both languages in one place, and not in another.
  const own = new Set<unknown>(Object.values(catalogue[locale]))
  const known = new Set(english)
  return shown.filter((text) => (known.has(text) && !own.has(text)) || Object.hasOwn(catalogue.en, text))
}

/** A page reads well: in its language, no wider than the phone, and accessible; axe needs scripts. */
export const readsWell = async (page: Page, locale: Locale, { hasScripts = true } = {}): Promise<void> => {
  const path = new URL(page.url()).pathname
  expect([path, await page.locator("html").getAttribute("lang")]).toEqual([path, locale])
  expect([path, await englishTexts(page, locale)]).toEqual([path, []])
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect([path, width <= WIDTHS.phone]).toEqual([path, true])
  if (hasScripts) expect([path, await accessibilityProblems(page)]).toEqual([path, []])
}
