import { loadPreview } from "./loadPreview.ts"
import { previewedFeedId, withoutPreview, withPreview } from "./previewAddress.ts"
import { $drawer, $preview, CLOSED, drawerOf, type PreviewAnswer, previewOf, WAITING } from "./state.ts"

/** Marks history entries that this page pushed, so that Close can go back over them. */
interface Entry {
  readonly drawer?: boolean
}

/** What a link says about a feed before it has been loaded. */
interface LinkFacts {
  readonly title?: string
  readonly url?: string
}

/** Shows a feed's preview under its own address: Back closes it, and a reload shows it again. */
export const openDrawer = (feedId: string, known: LinkFacts = {}): void => {
  const isOpen = $drawer.get().showDrawer
  const address = withPreview(new URL(location.href), feedId)
  if (isOpen) history.replaceState(history.state, "", address)
  else history.pushState({ drawer: true } satisfies Entry, "", address)
  showFeed(feedId, known)
}

/** Closes the preview and restores the page's address. */
export const closeDrawer = (): void => {
  if (!$drawer.get().showDrawer) return
  $drawer.setKey("showDrawer", false)
  if ((history.state as Entry | null)?.drawer === true) history.back()
  else history.replaceState(history.state, "", withoutPreview(new URL(location.href)))
}

/** Starts with a preview that the server rendered. */
export const initDrawer = (answer: PreviewAnswer): void => {
  $drawer.set(drawerOf(answer.feed))
  $preview.set(previewOf(answer))
}

/** Opens and closes the preview when the reader goes back and forth. */
const followHistory = (): void => {
  addEventListener("popstate", () => {
    const feedId = previewedFeedId(new URL(location.href))
    const { showDrawer, feedId: shown } = $drawer.get()
    if (feedId === null) $drawer.setKey("showDrawer", false)
    else if (!showDrawer || shown !== feedId) showFeed(feedId, {})
  })
}

const showFeed = (feedId: string, { title = "", url = "" }: LinkFacts): void => {
  const isSame = $preview.get().feed?.feedId === feedId && $preview.get().status === "ready"
  if (isSame) {
    $drawer.setKey("showDrawer", true)
    return
  }
  $drawer.set({ ...CLOSED, showDrawer: true, feedId, title, url })
  $preview.set({ ...WAITING })
  void loadPreview()
}

/** A link that opens a preview; without scripts, a page with the preview open. */
const PREVIEW_LINK = "a[data-preview]"

/** Opens the drawer for preview links and keeps it in step with the history. */
export const listenForPreviews = (): void => {
  followHistory()
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(PREVIEW_LINK) : null
    if (!link || event.defaultPrevented || opensElsewhere(event)) return
    event.preventDefault()
    const { preview = "", url } = link.dataset
    openDrawer(preview, { title: link.textContent?.trim() ?? "", ...(url === undefined ? {} : { url }) })
  })
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
