const KEY = "quire:compose:mode:"

/** Whether this person writes in the rich editor. Stored in the browser; without storage, they write Markdown. */
export const readsRich = (personId: string): boolean => {
  try {
    return localStorage.getItem(KEY + personId) === "rich"
  } catch {
    return false
  }
}

export const rememberRich = (personId: string, isRich: boolean): void => {
  try {
    if (isRich) localStorage.setItem(KEY + personId, "rich")
    else localStorage.removeItem(KEY + personId)
  } catch {}
}
