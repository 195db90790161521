import type { Translate } from "../../i18n/translate.ts"
import { hasSwapped } from "./persistAcrossPages.ts"
import type { PlayerWords } from "./words.ts"

/**
 * Replaces a video's picture by the host's player on click. After a page swap the document's policy is that of another
 * page, so the link loads the page with the player instead, as without scripts.
 */
export const showEmbeds = (t: Translate<PlayerWords>): void => {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[data-embed]") : null
    if (link === null || hasSwapped() || event.defaultPrevented || event.ctrlKey || event.metaKey) return
    const template = link.parentElement?.querySelector<HTMLTemplateElement>("template[data-frame]")
    const frame = template?.content.firstElementChild?.cloneNode(true)
    if (!(frame instanceof HTMLIFrameElement)) return
    event.preventDefault()
    frame.title ||= t("player.name")
    link.replaceWith(frame)
    frame.focus()
  })
}
