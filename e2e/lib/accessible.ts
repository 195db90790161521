import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** What axe finds wrong on the page as it stands, one line for each element; empty when it is accessible. */
export async function accessibilityProblems(page: Page): Promise<ReadonlyArray<string>> {
  // Legacy mode saves a page for each look; it only differs in frames of other origins, and we show none.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(WCAG_22_AA).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(" ")}\n  ${failureSummary ?? ""}`),
  )
}
