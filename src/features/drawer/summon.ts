import { followHistory, openDrawer } from "./drawer.ts"

/** A link that opens a preview where there are scripts, and a page with the preview open where there are none. */
export const PREVIEW_LINK = "a[data-preview]"

/** Opens the drawer for links to previews, and follows the address. */
export const summon = (): void => {
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
