import { runTemplateScript } from "../../lib/runTemplateScript.ts"
import { whenIdle } from "../../lib/whenIdle.ts"

/**
 * Loads the offline script: after the page for members and for guests who follow something, otherwise once something has
 * the focus, because it also guards forms.
 */
export const keepOffline = (): void => {
  const isKept = document.documentElement.dataset["member"] || document.cookie.includes("quire_follows=")
  const load = () => runTemplateScript("offline-code").catch(() => {})
  if (isKept) whenIdle(load)
  else addEventListener("focusin", load)
}
