import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** The violations that axe finds on the current page, one line per element; empty if the page is accessible. */
export async function accessibilityProblems(page: Page): Promise<ReadonlyArray<string>> {
  return problemsOf(page, axe(page).withTags(WCAG_22_AA))
}

/** Only the contrast violations: all that a second theme can add to a page that was fully checked in another. */
export async function contrastProblems(page: Page): Promise<ReadonlyArray<string>> {
  return problemsOf(page, axe(page).withRules(["color-contrast"]))
}

// Legacy mode saves opening a page per check; it only skips cross-origin frames, and we have none. Other result types
// are reduced and stylesheets are not preloaded: none of our rules needs them.
const axe = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"], preload: false }).setLegacyMode()

const problemsOf = async (page: Page, check: AxeBuilder): Promise<ReadonlyArray<string>> => {
  // A click resolves when navigation starts; the rest of the page and its styles may still be loading.
  await page.waitForLoadState()
  await hold(page)
  const { violations } = await check.analyze()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.playState === "paused") animation.play()
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(" ")}\n  ${failureSummary ?? ""}`),
  )
}

/** Finishes colour transitions and pauses a toast that is fading out: axe would measure colours that are not final. */
const hold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
      else if (animation instanceof CSSAnimation && animation.animationName === "toast") {
        animation.pause()
        animation.currentTime = 0
      }
  })
