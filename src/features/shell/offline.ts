import { runTemplateScript } from "../../lib/runTemplateScript.ts"
import { whenIdle } from "../../lib/whenIdle.ts"

/**
 * Loads the offline script: after the page for members and for guests who follow something, otherwise once somebody uses
 * the page, because it also guards forms. Not with the focus, which some forms have from the start.
 */
export const keepOffline = (): void => {
  const isKept = document.documentElement.dataset["member"] || document.cookie.includes("quire_follows=")
  const load = () => runTemplateScript("offline-code").catch(() => {})
  if (isKept) whenIdle(load)
  else for (const name of ["input", "keydown", "pointerdown"]) addEventListener(name, load)
}
