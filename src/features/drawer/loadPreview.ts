import { PREVIEW_PAGE_SIZE, type PreviewItem } from "#contract/feeds"
import type { Call } from "../../lib/call.ts"
import { $drawer, $preview, drawerOf, type PreviewAnswer } from "./state.ts"

/** Resolved once the island has the texts for calls; earlier loads wait for it. */
let resolveCall: (call: Call) => void = () => {}
const callReady = new Promise<Call>((resolve) => {
  resolveCall = resolve
})
export const provideCall = (call: Call): void => resolveCall(call)

let running = new AbortController()

/** Loads the next page of the shown feed; the first page includes the feed itself. */
export const loadPreview = async (): Promise<void> => {
  running.abort()
  running = new AbortController()
  const { signal } = running
  const { feedId, url } = $drawer.get()
  const page = $preview.get().page + 1
  $preview.setKey("status", "loading")
  const call = await callReady
  const feedRef = url === "" ? { feedId } : { feedId, url }
  const filter = { pageSize: PREVIEW_PAGE_SIZE, page }
  // The drawer itself reports the failure and offers to retry.
  const result = await call<PreviewAnswer>("Feed/PreviewFeed", { ...feedRef, filter }, { silent: true, signal })
  if (signal.aborted) return
  if (!result.ok) {
    $preview.setKey("status", "failed")
    return
  }
  const { feed, items, hasMore } = result.data
  $preview.set({ status: "ready", feed, items: mergeByLink($preview.get().items, items), page, hasMore })
  $drawer.set({ ...drawerOf(feed), showDrawer: $drawer.get().showDrawer })
  void offerClaim()
}

/** Shows members that they can claim the feed, or that it is theirs. */
export const offerClaim = async (): Promise<void> => {
  const { feedId } = $drawer.get()
  if (document.documentElement.dataset["member"] === undefined) return
  const call = await callReady
  const linked = await call<LinkedAccounts>("User/LoadLinkAccount", {}, { silent: true })
  if (!linked.ok || $drawer.get().feedId !== feedId) return
  const isMine = linked.data.accounts.some((account) => account.feedId === feedId)
  $drawer.set({ ...$drawer.get(), claimFeedBtn: true, claimFeedOn: !isMine })
}

type LinkedAccounts = { readonly accounts: ReadonlyArray<{ readonly feedId: string }> }

/**
 * Merges two pages of a feed's items, newest first. Of two items with the same link, the later loaded one is used. Items with
 * the same time are ordered by id, so that nothing jumps when more items arrive.
 */
export const mergeByLink = (
  items: ReadonlyArray<PreviewItem>,
  more: ReadonlyArray<PreviewItem>,
): ReadonlyArray<PreviewItem> => {
  const byLink = new Map([...items, ...more].map((item) => [item.link === "" ? item.id : item.link, item]))
  return [...byLink.values()].sort((one, other) => other.updated - one.updated || (one.id < other.id ? 1 : -1))
}
