import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** Elements whose script loads when they are touched, and the id of the template that holds it (components/feeds/FeedTools.astro). */
const LIVE: ReadonlyArray<readonly [selector: string, templateId: string]> = [
  ["form[data-feed]", "follow-code"],
  ["a[data-preview]", "drawer-code"],
  ["[data-news-switch] button", "news-code"],
  ["form[data-translate]", "translation-code"],
  ["[data-seek],[data-embed],[data-queue]", "player-code"],
]
/** Native players handle their own clicks; touching one only starts loading the script. */
const PLAYER = ["[data-track]", "player-code"] as const
/** Events that announce an action, so that the script is loading before the click arrives. */
const INTENT = ["pointerover", "pointerdown", "focusin", "play"] as const

/**
 * Loads a script at the first pointer or focus on an element that needs it. A click that arrives before the script is held back
 * and repeated; if loading fails, the form or link works as without scripts.
 */
export const watchIntent = (): void => {
  const ready = new Set<string>()
  const touched = ({ target }: Event, live = LIVE) =>
    live.find(([selector]) => target instanceof Element && target.closest(selector) !== null)?.[1]
  const call = (id: string) => runTemplateScript(id).finally(() => ready.add(id))

  for (const name of INTENT)
    document.addEventListener(
      name,
      (event) => {
        const id = touched(event, [...LIVE, PLAYER])
        if (id !== undefined) call(id).catch(() => {})
      },
      // `play` events do not bubble.
      true,
    )

  document.addEventListener(
    "click",
    (event) => {
      const id = touched(event)
      if (id === undefined || ready.has(id) || opensElsewhere(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      const repeat = () => event.target?.dispatchEvent(new MouseEvent("click", event))
      call(id).then(repeat, repeat)
    },
    true,
  )
  if (document.querySelector("dialog.drawer[open]")) call("drawer-code").catch(() => {})
  // A medium may have started before any script listened.
  if (document.querySelector("[autoplay]")) call("player-code").catch(() => {})
}

/** New tabs and downloads need no script. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
