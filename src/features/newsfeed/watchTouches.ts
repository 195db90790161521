import { undoToast } from "../../lib/undoToast.ts"
import { type Direction, directionOf, pullOf, startsAtEdge, swipeOf } from "./gestures.ts"
import { isRead, markItems, toggleSaved } from "./markItem.ts"
import { pageWords } from "./pageWords.ts"
import { showOption } from "./watchMarks.ts"

/** What a touch moves, once its direction is known. */
interface Gesture {
  readonly move: (acrossPx: number, downPx: number) => void
  /** Lets go; without acting if the browser took the touch over. */
  readonly end: (canAct: boolean) => void
}

interface Touched {
  readonly target: Element
  readonly xPx: number
  readonly yPx: number
  /** Null if this touch does nothing here. */
  gesture?: Gesture | null
}

const RETURN_MS = 200
/** The link that loads new items. Older pages of the list have none, and are not refreshed. */
const NEW_ITEMS = "a[data-new-items]"
/** The buttons that swipes act like. A swipe removes no saved item, because its note and tags would go with it. */
const BUTTONS = {
  right: "button[name=read],button[name=unread]",
  left: "button[name=save]",
} as const

/**
 * On touch screens: a swipe to the right marks an item as read or unread, one to the left saves it, and a pull at the top
 * refreshes the list. Everything else scrolls as usual. The buttons of items do the same without gestures.
 */
export const watchTouches = (): void => {
  let touched: Touched | undefined
  const options = { passive: true }
  const end = (canAct: boolean) => () => {
    touched?.gesture?.end(canAct)
    touched = undefined
  }
  document.addEventListener(
    "touchstart",
    ({ touches, target }) => {
      // A second finger zooms.
      end(false)()
      const [point] = touches
      // The browser's own refresh would come on top.
      document.documentElement.style.overscrollBehaviorY = document.querySelector(NEW_ITEMS) ? "contain" : ""
      if (touches.length > 1 || point === undefined || !(target instanceof Element)) return
      touched = { target, xPx: point.clientX, yPx: point.clientY }
    },
    options,
  )
  document.addEventListener(
    "touchmove",
    ({ touches: [point] }) => {
      if (touched === undefined || point === undefined) return
      const [across, down] = [point.clientX - touched.xPx, point.clientY - touched.yPx]
      if (touched.gesture === undefined) {
        const direction = directionOf(across, down)
        if (direction === undefined) return
        touched.gesture = gestureOf(touched, direction) ?? null
      }
      touched.gesture?.move(across, down)
    },
    options,
  )
  document.addEventListener("touchend", end(true), options)
  document.addEventListener("touchcancel", end(false), options)
}

const gestureOf = ({ target, xPx }: Touched, direction: Direction): Gesture | undefined => {
  if (direction === "down") return target.closest("[popover],dialog") === null ? pull() : undefined
  if (direction === "other" || startsAtEdge(xPx, innerWidth)) return undefined
  const item = target.closest<HTMLElement>("[data-personal] [data-item]")
  return item === null ? undefined : swipe(item, direction)
}

/** What swipes do; a toast offers to undo it. */
const ACTIONS = {
  right: async (item: HTMLElement): Promise<void> => {
    const [words, read] = [pageWords(), !isRead(item)]
    if (await markItems([item], read, showOption))
      undoToast(words[read ? "reader.marked" : "reader.markedUnread"], words["reader.undo"], () =>
        markItems([item], !read, showOption),
      )
  },
  left: async (item: HTMLElement): Promise<void> => {
    const words = pageWords()
    if (await toggleSaved(item)) undoToast(words["reader.save.done"], words["reader.undo"], () => toggleSaved(item))
  },
} as const

/** Moves an item aside; behind it is the icon of what letting go does. */
const swipe = (item: HTMLElement, direction: "right" | "left"): Gesture | undefined => {
  const button = item.querySelector<HTMLButtonElement>(BUTTONS[direction])
  const picture = button?.querySelector("svg")
  if (!button || !picture) return undefined
  const behind = document.createElement("span")
  behind.className = "behind"
  behind.append(picture.cloneNode(true))
  item.append(behind)
  item.dataset["swipe"] = direction
  const width = item.offsetWidth
  let drag = swipeOf(0, 1, width)
  return {
    move: (across) => {
      drag = swipeOf(across, direction === "right" ? 1 : -1, width)
      item.style.translate = `${drag.offsetPx}px`
      behind.style.inlineSize = `${Math.abs(drag.offsetPx)}px`
      behind.toggleAttribute("data-armed", drag.isArmed)
    },
    end: (canAct) => {
      if (canAct && drag.isArmed) void ACTIONS[direction](item)
      const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : RETURN_MS
      const back = item.animate({ translate: [`${drag.offsetPx}px`, "0px"] }, { duration, easing: "ease-out" })
      item.style.translate = ""
      const clear = () => {
        behind.remove()
        if (item.querySelector(".behind") === null) delete item.dataset["swipe"]
      }
      back.finished.then(clear, clear)
    },
  }
}

/** Pulls down a sign at the top of the list; letting go loads the list again, without ending what plays. */
const pull = (): Gesture | undefined => {
  const sign = document.querySelector<HTMLElement>("[data-pull]")
  const link = document.querySelector<HTMLElement>(NEW_ITEMS)
  if (scrollY > 0 || sign === null || link === null) return undefined
  let drag = pullOf(0)
  const clear = () => {
    sign.hidden = true
    sign.style.translate = ""
    sign.toggleAttribute("data-busy", false)
  }
  return {
    move: (_, down) => {
      drag = pullOf(down)
      sign.hidden = drag.offsetPx === 0
      sign.style.translate = `0 ${drag.offsetPx}px`
      sign.toggleAttribute("data-armed", drag.isArmed)
    },
    end: (canAct) => {
      if (!canAct || !drag.isArmed) return clear()
      sign.toggleAttribute("data-busy", true)
      // The page may come back from the cache for Back.
      addEventListener("pageshow", clear, { once: true })
      link.click()
    },
  }
}
