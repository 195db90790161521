import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** Loads messages for each new header, after the rest of the page. */
const start = () => {
  runTemplateScript("messages-code").catch(() => {})
}
if (document.readyState === "complete") start()
else addEventListener("load", start)
