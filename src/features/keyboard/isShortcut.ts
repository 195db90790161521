/** Local storage entry that turns shortcuts off (WCAG 2.1.4). */
export const KEYS_KEY = "quire:keys"
export const KEYS_OFF = "off"

const TYPING = "input:not([type=checkbox],[type=radio],[type=button],[type=submit]),textarea,select,[contenteditable]"

/** Whether a key press is a shortcut. */
export const isShortcut = (event: KeyboardEvent): boolean => "jknpovmsfFAVg/?".includes(event.key) && isAlone(event)

/**
 * Whether a key press is meant for the page: without modifiers, not in a field, not in a modal dialog (except the preview
 * drawer), and with shortcuts turned on.
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
