import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** Has the messages of a signed-in person loaded each time a header is there, once everything else of the page is. */
const start = () => {
  runTemplateScript("messages-code").catch(() => {})
}
if (document.readyState === "complete") start()
else addEventListener("load", start)
