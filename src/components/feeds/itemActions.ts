import type { ListedItem } from "#projections/feeds"
import { type Html, html } from "../../lib/html.ts"

/** The form of the buttons of all items (MarkForm.astro), and their icons. */
export const MARK_FORM = "marks"
export const MARK_ICONS = { mark: "icon-mark", above: "icon-above", save: "icon-save" } as const

export interface ItemState {
  readonly isRead: boolean
  readonly isSaved: boolean
  /** Whether it is the first item of its page. */
  readonly isFirst: boolean
}

/** Renders the buttons of an item: mark it, mark everything above it, save it. They work without scripts. */
export const actionWriter = (t: App.Locals["t"]) => {
  const words = {
    read: t("reader.markRead"),
    unread: t("reader.markUnread"),
    above: t("reader.markAbove"),
    save: t("reader.save"),
    unsave: t("reader.unsave"),
  }
  const button = (verb: keyof typeof words, symbol: keyof typeof MARK_ICONS, { itemId, title }: ListedItem): Html =>
    html`<button class="icon-button" form="${MARK_FORM}" name="${verb}" value="${itemId}" title="${words[verb]}" aria-label="${words[verb]}: ${title}"><svg aria-hidden="true"><use href="#${MARK_ICONS[symbol]}"></use></svg></button>`
  return (item: ListedItem, { isRead, isSaved, isFirst }: ItemState): Html => html`
    <div class="acts">
      ${!isFirst && button("above", "above", item)}
      ${button(isSaved ? "unsave" : "save", "save", item)}
      ${button(isRead ? "unread" : "read", "mark", item)}
    </div>`
}
