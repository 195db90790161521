import { toast } from "../../lib/toast.ts"
import { keepInBrowser } from "./markItem.ts"
import { postMark } from "./postMark.ts"

/** Marks the open article, which counts as read, as unread, and back. */
export const toggleArticle = async (article: HTMLElement): Promise<void> => {
  const itemId = article.dataset["opened"] ?? ""
  const read = article.dataset["unread"] !== undefined
  const [markedRead, markedUnread, failed] = JSON.parse(article.dataset["says"] ?? "[]") as ReadonlyArray<string>
  article.toggleAttribute("data-unread", !read)
  if (await postMark({ [read ? "read" : "unread"]: itemId }, failed ?? "")) {
    keepInBrowser([itemId], read)
    toast("success", (read ? markedRead : markedUnread) ?? "")
  } else article.toggleAttribute("data-unread", read)
}
