import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

const WCAG_22_AA = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** What axe finds wrong on the page as it stands, one line for each element; empty when it is accessible. */
export async function accessibilityProblems(page: Page): Promise<ReadonlyArray<string>> {
  return problemsOf(page, axe(page).withTags(WCAG_22_AA))
}

/** What of it comes from colours: all that another theme may add to a page that was looked at whole. */
export async function contrastProblems(page: Page): Promise<ReadonlyArray<string>> {
  return problemsOf(page, axe(page).withRules(["color-contrast"]))
}

// Legacy mode saves a page for each look; it only differs in frames of other origins, and we show none.
// It says of what it found nothing wrong with no more than that, and reads no stylesheets again: no rule of ours needs either.
const axe = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ["violations"], preload: false }).setLegacyMode()

const problemsOf = async (page: Page, look: AxeBuilder): Promise<ReadonlyArray<string>> => {
  // A click is done when its page begins: the rest of it, and its styles, may be on their way.
  await page.waitForLoadState()
  await hold(page)
  const { violations } = await look.analyze()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation.playState === "paused") animation.play()
  })
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(" ")}\n  ${failureSummary ?? ""}`),
  )
}

/** Colours on their way to others, and a toast that is fading away, are nobody's: the ones arrive, the other stays for as long as it is looked at. */
const hold = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation instanceof CSSTransition) animation.finish()
      else if (animation instanceof CSSAnimation && animation.animationName === "toast") {
        animation.pause()
        animation.currentTime = 0
      }
  })
