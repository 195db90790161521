/** Present with this value in local storage where somebody wants no shortcuts (WCAG 2.1.4). */
export const KEYS_KEY = "quire:keys"
export const KEYS_OFF = "off"

const TYPING = "input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select,[contenteditable]"

/** Whether a key is one of ours, and meant as such. */
export const isShortcut = (event: KeyboardEvent): boolean => "jkovfg/?".includes(event.key) && isAlone(event)

/**
 * Whether a key is pressed for the page: by itself, not typed into a field, not while a dialog wants an answer (the preview
 * drawer wants none), and by somebody who wants shortcuts.
 */
export const isAlone = ({
  target,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  defaultPrevented,
}: KeyboardEvent): boolean => {
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return false
  if (target instanceof Element && target.closest(TYPING) !== null) return false
  if (document.querySelector("dialog:modal:not(.drawer)") !== null) return false
  try {
    return localStorage.getItem(KEYS_KEY) !== KEYS_OFF
  } catch {
    return true
  }
}
