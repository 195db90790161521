import { wake } from "../../lib/wake.ts"

/**
 * Fetches the code behind the shortcuts at the first key that may be one, and gives it that key. Whether it was meant as one
 * is judged there (isShortcut), because most pages are left before anybody presses a key.
 */
export const watchKeys = (): void => {
  const first = (event: KeyboardEvent): void => {
    const { key, target } = event
    if (!"jkovfg/?".includes(key) || (target as Element).closest("input,textarea,select")) return
    // Some browsers begin a search of their own.
    if (key === "/") event.preventDefault()
    document.removeEventListener("keydown", first)
    wake("keys-code").then(
      () => target?.dispatchEvent(new KeyboardEvent("keydown", event)),
      // The next key asks again.
      watchKeys,
    )
  }
  document.addEventListener("keydown", first)
}
