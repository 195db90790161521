import { runTemplateScript } from "../../lib/runTemplateScript.ts"

/** What comes alive when it is touched, and the template that holds its code (components/feeds/FeedTools.astro). */
const LIVE: ReadonlyArray<readonly [selector: string, templateId: string]> = [
  ["form[data-feed]", "follow-code"],
  ["a[data-preview]", "drawer-code"],
  ["[data-news-switch] button", "news-code"],
  ["form[data-translate]", "translation-code"],
  ["a[data-seek], a[data-embed]", "player-code"],
]
/** The browser's own players take their clicks themselves: they only show that code will be wanted. */
const PLAYER = ["[data-track]", "player-code"] as const
/** What shows that a person is about to act: the code is then on its way before the click arrives. */
const INTENT = ["pointerover", "pointerdown", "focusin", "play"] as const

/**
 * Fetches code at the first pointer or focus on what needs it. A click that comes before the code is here is held back
 * and repeated; where the code cannot be had, the form or the link does what it does without scripts.
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
      // A sound that plays tells nobody above it.
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
}

/** A new tab or a download needs no script of ours. */
const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey
