import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** What axe finds wrong on the page as it stands, one line for each element; empty when it is accessible. */
export async function accessibilityProblems(page: Page): Promise<ReadonlyArray<string>> {
  return problemsOf(axe(page).withTags(WCAG_22_AA))
}

/** What of it comes from colours: all that another theme may add to a page that was looked at whole. */
export async function contrastProblems(page: Page): Promise<ReadonlyArray<string>> {
  // Colours that are still on their way to another theme are nobody's.
  await page.evaluate(() => {
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  })
  return problemsOf(axe(page).withRules(["color-contrast"]))
}

// Legacy mode saves a page for each look; it only differs in frames of other origins, and we show none.
// It says of what it found nothing wrong with no more than that, and reads no stylesheets again: no rule of ours needs either.
const axe = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"], preload: false }).setLegacyMode()

const problemsOf = async (look: AxeBuilder): Promise<ReadonlyArray<string>> => {
  const { violations } = await look.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(" ")}\n  ${failureSummary ?? ""}`),
  )
}
