import { runTemplateScript } from "../../lib/runTemplateScript.ts"
import { whenIdle } from "../../lib/whenIdle.ts"

/** Loads messages and chat on the pages of members, after everything that is read. */
export const loadLive = (): void => {
  const load = (templateId: string) => {
    if (document.querySelector(`#${templateId}`) !== null) runTemplateScript(templateId).catch(() => {})
  }
  const loadMessages = () => load("messages-code")
  if (document.readyState === "complete") loadMessages()
  else addEventListener("load", loadMessages)
  whenIdle(() => load("chat-code"))
}
