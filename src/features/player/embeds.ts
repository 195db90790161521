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
    const frame = template?.content.firstElementChild?.cloneNode(true) ?? frameOf(link)
    if (!(frame instanceof HTMLIFrameElement)) return
    event.preventDefault()
    frame.title ||= t("player.name")
    link.replaceWith(frame)
    frame.focus()
  })
}

/** The player of a link in a post (core/publishing/markdown), which cannot hold a template. As EmbedFrame.astro has it. */
const frameOf = ({ dataset }: HTMLElement): HTMLIFrameElement | null => {
  if (dataset["player"] === undefined) return null
  const frame = document.createElement("iframe")
  frame.sandbox.add("allow-scripts", "allow-same-origin", "allow-popups", "allow-presentation")
  frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture"
  frame.referrerPolicy = "strict-origin-when-cross-origin"
  frame.src = dataset["player"]
  return frame
}
