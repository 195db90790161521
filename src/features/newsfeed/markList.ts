import type { WordsOf } from "../../i18n/index.ts"
import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { undoToast } from "../../lib/undoToast.ts"
import { isRead, keepInBrowser, showAs } from "./markItem.ts"
import { pageWords } from "./pageWords.ts"
import { postMark } from "./postMark.ts"
import { refreshCountsSoon, unreadCount } from "./refreshCounts.ts"

const LIST = "[data-personal]"

/** Items to mark as read at once. */
interface Marking {
  /** Unread items on the page. */
  readonly items: ReadonlyArray<HTMLElement>
  /** How many items are marked, on this page and others; undefined if unknown. */
  readonly count: number | undefined
  readonly fields: Readonly<Record<string, string>>
}

/** Marks everything above an item as read. The toast offers to undo it. */
export const markAbove = (item: HTMLElement, whenCounted: () => void): Promise<void> => {
  const all = listed()
  const items = all.slice(0, all.indexOf(item)).filter((each) => !isRead(each))
  const [id, shown] = [item.dataset["item"] ?? "", items.map(({ dataset }) => dataset["item"])]
  return markUndoably(
    { items, count: items.length, fields: { above: id, shown: [...shown, id].join(".") } },
    whenCounted,
  )
}

/** Marks everything that a form covers as read: a group, a feed or all. The toast offers to undo it. */
export const markAll = (form: HTMLFormElement, whenCounted: () => void): Promise<void> => {
  const items = listed().filter((each) => !isRead(each))
  const fields = { ...(Object.fromEntries(new FormData(form)) as Record<string, string>), all: "" }
  return markUndoably({ items, count: unreadCount(), fields }, whenCounted)
}

const listed = (): ReadonlyArray<HTMLElement> => [...document.querySelectorAll<HTMLElement>(`${LIST} [data-item]`)]

const markUndoably = async ({ items, count, fields }: Marking, whenCounted: () => void): Promise<void> => {
  const list = document.querySelector(LIST)
  const before = [...(list?.childNodes ?? [])]
  const ids = items.map(({ dataset }) => dataset["item"] ?? "")
  const words = pageWords()
  let isUndone = false
  const send = async (sent: Readonly<Record<string, string>>, read: boolean): Promise<boolean> => {
    showAs(items, read)
    const isDone = await postMark(sent, words["reader.markFailed"])
    if (isDone) keepInBrowser(ids, read)
    else showAs(items, !read)
    return isDone
  }
  const undo = async () => {
    isUndone = true
    list?.replaceChildren(...before)
    if (await send({ undo: "" }, false)) refreshCountsSoon(whenCounted)
  }

  if (!(await send(fields, true))) return
  const t = translatorOf<Pick<WordsOf<"reader">, "reader.markedCount">>(document.documentElement.lang as Locale, words)
  const text = count === undefined ? words["reader.marked"] : t("reader.markedCount", { count })
  undoToast(text, words["reader.undo"], undo)
  refreshCountsSoon((page) => {
    const fresh = page.querySelector(LIST)
    // A list of unread items has nothing left, and says so.
    if (!isUndone && fresh !== null && fresh.querySelector("[data-item]") === null)
      list?.replaceChildren(...fresh.childNodes)
    whenCounted()
  })
}
