import type { Translate } from "../../i18n/translate.ts"
import { hasSwapped } from "./persistAcrossPages.ts"
import type { PlayerWords } from "./words.ts"

/**
 * Puts a host's player in the place of its picture at a click, so that it starts at once. Where the document's policy is
 * another page's, the link does what it does without scripts: it asks for the page with the player in it.
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
