import { GUEST_SAVED_ITEMS_MAX } from "#contract/follows"

const ITEM_ID = /^[0-9a-z]{20}$/
/** An id and the dot after it. */
const ID_LENGTH = 21

/** Parses the cookie `quire_saved`: item ids joined by dots, the last saved first. Anything else is dropped. */
export const parseSavedCookie = (text: string | undefined): ReadonlyArray<string> =>
  text === undefined || text.length > GUEST_SAVED_ITEMS_MAX * ID_LENGTH
    ? []
    : [...new Set(text.split("."))].filter((id) => ITEM_ID.test(id))

export const formatSavedCookie = (itemIds: ReadonlyArray<string>): string => itemIds.join(".")

/** A guest's saved items with or without one more; null if there are as many as a guest can have. */
export const changeSaved = (
  itemIds: ReadonlyArray<string>,
  itemId: string,
  isSaved: boolean,
): ReadonlyArray<string> | null => {
  const others = itemIds.filter((id) => id !== itemId)
  if (!isSaved) return others
  return others.length >= GUEST_SAVED_ITEMS_MAX ? null : [itemId, ...others]
}
