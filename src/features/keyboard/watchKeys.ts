import { runTemplateScript } from "../../lib/runTemplateScript.ts"

const HELD_MAX = 8

/**
 * Loads the shortcut script at the first key that may be a shortcut, and replays that key and those pressed while it
 * loaded. The script decides whether they are shortcuts (isShortcut), because most pages are left before any key is
 * pressed.
 */
export const watchKeys = (): void => {
  const held: Array<KeyboardEvent> = []
  const hold = (event: KeyboardEvent): void => {
    const { key, target } = event
    const isFirst = held.length === 0
    if (
      (isFirst && !"jknpovmsfFAVg/?".includes(key)) ||
      (target as Element).closest("input,textarea,select,[contenteditable]")
    )
      return
    // Some browsers open their own search.
    if (key === "/") event.preventDefault()
    // The loaded script listens before the replay begins; without this it would run such a key twice.
    event.stopImmediatePropagation()
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
