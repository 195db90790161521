import { forgetRead, keepRead } from "../reader/keepRead.ts"
import { pageWords } from "./pageWords.ts"
import { postMark } from "./postMark.ts"
import { refreshCountsSoon } from "./refreshCounts.ts"

export const isRead = (item: HTMLElement): boolean => item.dataset["read"] !== undefined

/**
 * Marks items as read or unread: at once on the page, then where they are stored. A failure takes it back, and gives
 * false; so does a mark that changes nothing.
 *
 * @param whenCounted called when the page shows the new counts
 */
export const markItems = async (
  items: ReadonlyArray<HTMLElement>,
  read: boolean,
  whenCounted: () => void,
): Promise<boolean> => {
  const changed = items.filter((item) => isRead(item) !== read)
  if (changed.length === 0) return false
  showAs(changed, read)
  const ids = changed.map(({ dataset }) => dataset["item"] ?? "")
  const isDone = await postMark({ [read ? "read" : "unread"]: ids.join(".") }, pageWords()["reader.markFailed"])
  if (isDone) {
    keepInBrowser(ids, read)
    refreshCountsSoon(whenCounted)
  } else showAs(changed, !read)
  return isDone
}

/** Saves an item, or removes it from the saved ones. False if it failed. */
export const toggleSaved = async (item: HTMLElement): Promise<boolean> => {
  const button = item.querySelector<HTMLButtonElement>("button[name=save],button[name=unsave]")
  if (button === null) return false
  const verb = button.name === "save" ? "save" : "unsave"
  rename(button, verb === "save" ? "unsave" : "save")
  const isDone = await postMark({ [verb]: item.dataset["item"] ?? "" }, pageWords()["reader.markFailed"])
  if (!isDone) rename(button, verb)
  return isDone
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
