import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/**
 * Loads the offline script: after the page for members and for guests who follow something, otherwise once something has
 * the focus, because it also guards forms.
 */
export const keepOffline = (): void => {
  const isKept = document.documentElement.dataset["member"] || document.cookie.includes("quire_follows=")
  addEventListener(isKept ? "load" : "focusin", () => runTemplateScript("offline-code").catch(() => {}))
}
