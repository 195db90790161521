import { MARKED_AT_ONCE_MAX } from "#contract/follows"

/** What a form of the newsfeed asks for. */
export type MarkForm =
  | {
      readonly verb: "items"
      readonly itemIds: ReadonlyArray<string>
      readonly isRead: boolean
      /** Whether the next page offers to undo it. */
      readonly isUndoable: boolean
    }
  | {
      readonly verb: "all"
      readonly groupName: string | undefined
      readonly feedId: string | undefined
      /** The log position of the list. */
      readonly upTo: number | undefined
    }
  | { readonly verb: "undo" }
  | { readonly verb: "save"; readonly itemId: string; readonly isSaved: boolean }

const ITEM_ID = /^[0-9a-z]{20}$/

/**
 * Parses a form by the button that sent it: `read`, `unread` (item ids), `above` (the items before one of those in `shown`),
 * `all`, `undo`, `save`, `unsave` (an item id). Null if it is none of these.
 */
export const parseMarkForm = (form: URLSearchParams): MarkForm | null => {
  const [read, unread, above] = [form.get("read"), form.get("unread"), form.get("above")]
  if (read !== null) return { verb: "items", itemIds: idsIn(read), isRead: true, isUndoable: false }
  if (unread !== null) return { verb: "items", itemIds: idsIn(unread), isRead: false, isUndoable: false }
  if (above !== null) {
    const shown = (form.get("shown") ?? "").split(".")
    const at = shown.findIndex((id) => id.endsWith(above))
    // Ids with a leading dash were read before: to undo this must not change them.
    return { verb: "items", itemIds: idsIn(shown.slice(0, Math.max(at, 0)).join(".")), isRead: true, isUndoable: true }
  }
  if (form.has("undo")) return { verb: "undo" }
  if (form.has("all")) {
    const upTo = Number(form.get("upTo") ?? Number.NaN)
    return {
      verb: "all",
      groupName: form.get("group") ?? undefined,
      feedId: form.get("only") ?? undefined,
      upTo: Number.isSafeInteger(upTo) && upTo >= 0 ? upTo : undefined,
    }
  }
  for (const verb of ["save", "unsave"] as const) {
    const itemId = form.get(verb)
    if (itemId !== null) return { verb: "save", itemId, isSaved: verb === "save" }
  }
  return null
}

const idsIn = (text: string): ReadonlyArray<string> =>
  text
    .split(".")
    .filter((id) => ITEM_ID.test(id))
    .slice(0, MARKED_AT_ONCE_MAX)
