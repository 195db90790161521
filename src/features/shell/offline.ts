import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** Loads the offline script after the page, for members and for guests who follow something. */
export const keepOffline = (): void => {
  const isKept = document.documentElement.dataset["member"] || document.cookie.includes("quire_follows=")
  if (isKept) addEventListener("load", () => runTemplateScript("offline-code").catch(() => {}))
}
