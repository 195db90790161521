import { PREVIEW_PAGE_SIZE } from "#contract/feeds"
import type { Call } from "../../lib/call.ts"
import { mergeByLink } from "./mergeByLink.ts"
import { $drawer, $preview, drawerOf, type PreviewAnswer } from "./state.ts"

/** Set once the island is alive and has the words in which a call speaks; whoever asks earlier waits for it. */
let ready: (call: Call) => void = () => {}
const callReady = new Promise<Call>((resolve) => {
  ready = resolve
})
export const provideCall = (call: Call): void => ready(call)

let underWay = new AbortController()

/** Fetches the next page of the feed that the drawer shows; the first one tells who the feed is. */
export const loadPreview = async (): Promise<void> => {
  underWay.abort()
  underWay = new AbortController()
  const { signal } = underWay
  const { feedId, url } = $drawer.get()
  const page = $preview.get().page + 1
  $preview.setKey("status", "loading")
  const call = await callReady
  const asked = url === "" ? { feedId } : { feedId, url }
  const filter = { pageSize: PREVIEW_PAGE_SIZE, page }
  // The drawer itself says that it failed, and offers to try again.
  const result = await call<PreviewAnswer>("Feed/PreviewFeed", { ...asked, filter }, { silent: true, signal })
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

/** Shows a signed-in person that they may claim the feed, or that it is theirs. Guests have nothing to claim it for. */
export const offerClaim = async (): Promise<void> => {
  const { feedId } = $drawer.get()
  if (document.documentElement.dataset["member"] === undefined) return
  const call = await callReady
  const mine = await call<Mine>("User/LoadLinkAccount", {}, { silent: true })
  if (!mine.ok || $drawer.get().feedId !== feedId) return
  const isMine = mine.data.accounts.some((account) => account.feedId === feedId)
  $drawer.set({ ...$drawer.get(), claimFeedBtn: true, claimFeedOn: !isMine })
}

type Mine = { readonly accounts: ReadonlyArray<{ readonly feedId: string }> }
