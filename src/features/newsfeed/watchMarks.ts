import { isRead, markItems, toggleSaved } from "./markItem.ts"
import { markAbove, markAll } from "./markList.ts"

/** Local storage key of the option to mark items that are scrolled past as read. */
const ON_SCROLL = "quire:markOnScroll"
/** Items are marked when scrolling pauses. */
const SCROLL_PAUSE_MS = 500
const OPTION = "input[data-mark-on-scroll]"

/** Marks and saves items without loading the page again. */
export const watchMarks = (): void => {
  document.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button[form=marks]") : null
    const item = button?.closest<HTMLElement>("[data-item]")
    if (!button || !item || event.defaultPrevented) return
    event.preventDefault()
    if (button.name === "above") void markAbove(item, showOption)
    else if (button.name === "read" || button.name === "unread") void markItems([item], !isRead(item), showOption)
    else void toggleSaved(item)
  })
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches("[data-mark-all]")) return
    event.preventDefault()
    void markAll(form, showOption)
  })
  watchScroll()
}

/** Shows the option again: the rail has it, and is replaced when counts change. */
export const showOption = (): void => {
  for (const option of document.querySelectorAll<HTMLInputElement>(OPTION)) option.checked = isOn()
}

const watchScroll = (): void => {
  // The server leaves the option off, so one that is on was chosen before this script had loaded.
  if (document.querySelector<HTMLInputElement>(OPTION)?.checked) keep(true)
  showOption()
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(OPTION)) keep(target.checked)
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  const markPassed = () => {
    const unread = document.querySelectorAll<HTMLElement>("[data-personal] [data-item]:not([data-read])")
    void markItems(
      [...unread].filter((item) => item.getBoundingClientRect().bottom < 0),
      true,
      showOption,
    )
  }
  addEventListener(
    "scroll",
    () => {
      clearTimeout(timer)
      if (isOn()) timer = setTimeout(markPassed, SCROLL_PAUSE_MS)
    },
    { passive: true },
  )
}

const keep = (isChosen: boolean): void => {
  try {
    if (isChosen) localStorage.setItem(ON_SCROLL, "")
    else localStorage.removeItem(ON_SCROLL)
  } catch {
    // Without storage there is no choice.
  }
}

const isOn = (): boolean => {
  try {
    return localStorage.getItem(ON_SCROLL) !== null
  } catch {
    return false
  }
}
