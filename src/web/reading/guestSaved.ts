import { findItem } from "#projections/feeds"
import { run } from "#src/process/runtime.ts"
import { formatCookie, ONE_YEAR_S, SERVER_COOKIES } from "../../lib/cookies.ts"
import type { Notice } from "../../lib/notices.ts"
import { changeSaved, formatSavedCookie } from "../../lib/savedCookie.ts"

type Changed = { readonly notice?: Notice; readonly cookies: ReadonlyArray<string> }

/** Saves an item for a guest, in a cookie, or removes it. A refusal is a notice. */
export const changeGuestSaved = async (
  { itemId, isSaved }: { readonly itemId: string; readonly isSaved: boolean },
  locals: App.Locals,
): Promise<Changed> => {
  if (isSaved && (await run(findItem(itemId))) === null) return { notice: "broken-link", cookies: [] }
  const changed = changeSaved(locals.guestSaved, itemId, isSaved)
  return changed === null ? { notice: "limit-saved", cookies: [] } : { cookies: [guestSavedCookie(changed, locals)] }
}

export const guestSavedCookie = (itemIds: ReadonlyArray<string>, { site }: App.Locals): string =>
  formatCookie(SERVER_COOKIES.saved, formatSavedCookie(itemIds), itemIds.length === 0 ? 0 : ONE_YEAR_S, site.https)
