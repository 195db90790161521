import { feedIn, withFeed, withoutFeed } from "./address.ts"
import { loadPreview } from "./loadPreview.ts"
import { $drawer, $preview, CLOSED, drawerOf, type PreviewAnswer, previewOf, WAITING } from "./state.ts"

/** Marks the history entries that this page made itself, so that Close can go back over them. */
interface Entry {
  readonly drawer?: boolean
}

/** What a link tells of a feed before the server was asked. */
interface Known {
  readonly title?: string
  readonly url?: string
}

/** Shows a feed's preview and gives it an address of its own, so that Back closes it and a reload shows it again. */
export const openDrawer = (feedId: string, known: Known = {}): void => {
  const isOpen = $drawer.get().showDrawer
  const address = withFeed(new URL(location.href), feedId)
  if (isOpen) history.replaceState(history.state, "", address)
  else history.pushState({ drawer: true } satisfies Entry, "", address)
  show(feedId, known)
}

/** Closes the preview; the address is again that of the page. Closing what is closed changes nothing. */
export const closeDrawer = (): void => {
  if (!$drawer.get().showDrawer) return
  $drawer.setKey("showDrawer", false)
  if ((history.state as Entry | null)?.drawer === true) history.back()
  else history.replaceState(history.state, "", withoutFeed(new URL(location.href)))
}

/** Begins with what the server rendered. */
export const beginDrawer = (answer: PreviewAnswer): void => {
  $drawer.set(drawerOf(answer.feed))
  $preview.set(previewOf(answer))
}

/** Follows the address when the reader goes back and forth. */
export const followHistory = (): void => {
  addEventListener("popstate", () => {
    const feedId = feedIn(new URL(location.href))
    const { showDrawer, feedId: shown } = $drawer.get()
    if (feedId === null) $drawer.setKey("showDrawer", false)
    else if (!showDrawer || shown !== feedId) show(feedId, {})
  })
}

const show = (feedId: string, { title = "", url = "" }: Known): void => {
  const isSame = $preview.get().feed?.feedId === feedId && $preview.get().status === "ready"
  if (isSame) {
    $drawer.setKey("showDrawer", true)
    return
  }
  $drawer.set({ ...CLOSED, showDrawer: true, feedId, title, url })
  $preview.set({ ...WAITING })
  void loadPreview()
}
