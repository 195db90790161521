import { runTemplateScript } from "../../lib/runTemplateScript.ts"

const HELD_MAX = 8

/**
 * Fetches the code behind the shortcuts at the first key that may be one, and gives it that key and those that came while
 * it was on its way. Whether they were meant as shortcuts is judged there (isShortcut), because most pages are left before
 * anybody presses a key.
 */
export const watchKeys = (): void => {
  const held: Array<KeyboardEvent> = []
  const hold = (event: KeyboardEvent): void => {
    const { key, target } = event
    const isFirst = held.length === 0
    if ((isFirst && !"jkovfg/?".includes(key)) || (target as Element).closest("input,textarea,select")) return
    // Some browsers begin a search of their own.
    if (key === "/") event.preventDefault()
    if (held.length < HELD_MAX) held.push(event)
    if (!isFirst) return
    const end = () => document.removeEventListener("keydown", hold)
    runTemplateScript("keys-code").then(() => {
      end()
      for (const each of held) each.target?.dispatchEvent(new KeyboardEvent("keydown", each))
    }, end)
  }
  document.addEventListener("keydown", hold)
}
