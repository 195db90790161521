import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** For guests who follow something, and for members: fetches, once the page is there, what keeps it for reading without a network. */
export const keepOffline = (): void => {
  const isKept = document.documentElement.dataset["member"] || document.cookie.includes("quire_follows=")
  if (isKept) addEventListener("load", () => runTemplateScript("offline-code").catch(() => {}))
}
