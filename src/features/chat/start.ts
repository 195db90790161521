import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** Loads chat when the page is idle: reading comes first. */
const start = () => {
  runTemplateScript("chat-code").catch(() => {})
}
const whenIdle = () => ("requestIdleCallback" in window ? requestIdleCallback(start) : setTimeout(start, 200))

if (document.readyState === "complete") whenIdle()
else addEventListener("load", whenIdle)
