import { paths } from "../../lib/paths.ts"
import { toggleArticle } from "../newsfeed/markArticle.ts"
import { keepCurrent, keepList, keptCurrent, neighbourOf } from "../reader/shownList.ts"
import { showHelp } from "./help.ts"
import { isAlone, isShortcut } from "./isShortcut.ts"
import { placeOf } from "./places.ts"

// The script of keyboard shortcuts, loaded at the first one. The current item is the focused one, so that the browser
// shows it and a screen reader announces it.

/** Time within which the second key of a pair must follow. */
const PAIR_MS = 1_500
let pairUntil = 0

/** The drawer while it is open, else the page. */
const scope = (): ParentNode =>
  document.querySelector("dialog.drawer[open]") ?? document.querySelector("main") ?? document

const items = (): ReadonlyArray<HTMLElement> =>
  [...scope().querySelectorAll<HTMLElement>("[data-item]")].filter((item) => item.checkVisibility())

const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>("[data-item]") ?? null

const headlineOf = (item: HTMLElement): HTMLElement | null =>
  item.querySelector<HTMLElement>("h3 a, a[href*='newsdetail']")

const article = (): HTMLElement | null => document.querySelector<HTMLElement>("main [data-opened]")
const opened = (): string | undefined => article()?.dataset["opened"]

const move = (step: 1 | -1): void => {
  // On an article, to the next one of the list that it was opened from: as it was shown, otherwise as the server knows it.
  const id = opened() ?? ""
  const neighbour = neighbourOf(id, step)
  const link = article()?.querySelector<HTMLAnchorElement>(`a[rel=${step === 1 ? "next" : "prev"}]`)
  if (neighbour !== undefined) {
    // The link names the list, so that those of the next article lead through it as well.
    const address = new URL(link?.href ?? paths.newsDetail(id), location.href)
    address.searchParams.set("id", neighbour)
    go(address.href)
    return
  }
  if (link) {
    link.click()
    return
  }
  const all = items()
  const item = current() ?? all.find(({ dataset }) => dataset["item"] === keptCurrent()) ?? null
  const at = item === null ? -1 : all.indexOf(item)
  const next = at < 0 ? (step === 1 ? all.find(isBelowTop) : undefined) : all[at + step]
  if (next === undefined) return
  keepCurrent(next.dataset["item"] ?? "")
  headlineOf(next)?.focus({ preventScroll: true })
  next.scrollIntoView({ block: "center" })
}

/** The first key press starts at the first visible item. */
const isBelowTop = (item: HTMLElement): boolean => item.getBoundingClientRect().bottom > 0

const itemId = (): string | undefined => current()?.dataset["item"] ?? opened()

/** Presses a button of the current item or of the article, or one of the page. */
const press = (selector: string): void => (current() ?? article())?.querySelector<HTMLElement>(selector)?.click()
const save = (): void => press("button[name=save],button[name=unsave],form.save button")
const mark = (): void => {
  const open = article()
  if (current() === null && open !== null) void toggleArticle(open)
  else press("button[name=read],button[name=unread]")
}
const markAll = (): void => document.querySelector<HTMLElement>("[data-mark-all] button")?.click()

const follow = (): void => {
  const item = current()
  const preview = item?.querySelector<HTMLElement>("a[data-preview]")
  const feed = preview?.dataset["preview"]
  const buttons = [...scope().querySelectorAll<HTMLElement>("form[data-feed] button")]
  const button = feed === undefined ? buttons[0] : buttons.find(({ dataset }) => dataset["follow"] === feed)
  // Items in lists link to the preview of their feed, which has the button.
  ;(button ?? preview)?.click()
}

const search = (): void => {
  const sheet = document.querySelector<HTMLElement>("#search")
  const field = sheet?.querySelector("input")
  if (field?.checkVisibility() === false) sheet?.showPopover()
  field?.focus()
  field?.select()
}

const ACTIONS: Readonly<Record<string, () => void>> = {
  j: () => move(1),
  k: () => move(-1),
  o: () => {
    // Without a current item, the first one on the screen.
    const item = current() ?? items().find(isBelowTop)
    if (item !== undefined) headlineOf(item)?.click()
  },
  n: () => move(1),
  p: () => move(-1),
  m: mark,
  s: save,
  f: save,
  A: markAll,
  V: () => (current() === null ? markAll() : press("button[name=above]")),
  v: () => {
    const id = itemId()
    if (id !== undefined) open(paths.original(id), "_blank", "noopener")
  },
  F: follow,
  g: () => {
    pairUntil = performance.now() + PAIR_MS
  },
  "/": search,
  "?": () => void showHelp(),
}

/** Navigates by a link, so that playing media continue. */
const go = (address: string): void => {
  const link = document.createElement("a")
  link.href = address
  document.body.append(link)
  link.click()
  link.remove()
}

addEventListener("pagehide", keepList)

document.addEventListener("keydown", (event) => {
  const place = performance.now() < pairUntil ? placeOf(event.key) : undefined
  if (place === undefined ? !isShortcut(event) : !isAlone(event)) return
  event.preventDefault()
  pairUntil = 0
  if (place === undefined) ACTIONS[event.key]?.()
  else go(place)
})
