import { toast } from "../../lib/toast.ts"
import { forgetRead, keepRead } from "../reader/keepRead.ts"
import { pageWords } from "./pageWords.ts"
import { postMark } from "./postMark.ts"
import { refreshCountsSoon } from "./refreshCounts.ts"

export const isRead = (item: HTMLElement): boolean => item.dataset["read"] !== undefined

/**
 * Marks items as read or unread: at once on the page, then where they are stored. A failure takes it back.
 *
 * @param whenCounted called when the page shows the new counts
 */
export const markItems = async (
  items: ReadonlyArray<HTMLElement>,
  read: boolean,
  whenCounted: () => void,
): Promise<void> => {
  const changed = items.filter((item) => isRead(item) !== read)
  if (changed.length === 0) return
  showAs(changed, read)
  const ids = changed.map(({ dataset }) => dataset["item"] ?? "")
  if (await postMark({ [read ? "read" : "unread"]: ids.join(".") })) {
    keepInBrowser(ids, read)
    refreshCountsSoon(whenCounted)
    return
  }
  showAs(changed, !read)
  toast("error", pageWords()["reader.markFailed"])
}

/** Saves an item, or removes it from the saved ones. */
export const toggleSaved = async (item: HTMLElement): Promise<void> => {
  const button = item.querySelector<HTMLButtonElement>("button[name=save],button[name=unsave]")
  if (button === null) return
  const verb = button.name === "save" ? "save" : "unsave"
  rename(button, verb === "save" ? "unsave" : "save")
  if (await postMark({ [verb]: item.dataset["item"] ?? "" })) return
  rename(button, verb)
  toast("error", pageWords()["reader.markFailed"])
}

/** Shows items as read or unread. */
export const showAs = (items: ReadonlyArray<HTMLElement>, read: boolean): void => {
  for (const item of items) show(item, read)
}

const show = (item: HTMLElement, read: boolean): void => {
  if (read) item.dataset["read"] = ""
  else delete item.dataset["read"]
  const button = item.querySelector<HTMLButtonElement>("button[name=read],button[name=unread]")
  if (button !== null) rename(button, read ? "unread" : "read")
}

const TITLES = {
  read: "reader.markRead",
  unread: "reader.markUnread",
  save: "reader.save",
  unsave: "reader.unsave",
} as const
type Verb = keyof typeof TITLES

/** Gives a button the opposite action. Its label is its title, a colon and the headline. */
const rename = (button: HTMLButtonElement, verb: Verb): void => {
  const title = pageWords()[TITLES[verb]]
  button.ariaLabel = (button.ariaLabel ?? "").replace(button.title, () => title)
  button.title = title
  button.name = verb
}

/** Keeps marks in the browser of a guest, for lists that are not one's own. */
export const keepInBrowser = (ids: ReadonlyArray<string>, read: boolean): void => {
  if ("member" in document.documentElement.dataset) return
  if (read) for (const id of ids) keepRead(id)
  else forgetRead(ids)
}
