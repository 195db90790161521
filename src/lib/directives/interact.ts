import type { ClientDirective } from "astro"

/** Events that announce the use of an island, so that its script is loading before the click arrives. */
const INTENT = ["pointerover", "pointerdown", "focusin", "keydown"] as const

/**
 * Hydrates an island at the first pointer, focus or key in it. A click (including a key press on a button) or submit
 * before hydration is held back and replayed. If loading fails, the plain HTML works as
 * without scripts.
 */
const interact: ClientDirective = (load, _options, island) => {
  let alive: Promise<void> | undefined
  const hydrateOnce = () => (alive ??= load().then((hydrate) => hydrate()))

  const hold = (event: Event) => {
    if (!event.isTrusted || opensElsewhere(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const replay = replayOf(event)
    const done = () => {
      stopWatching()
      replay()
    }
    hydrateOnce().then(done, done)
  }
  const onIntent = () => {
    hydrateOnce().then(stopWatching, () => {})
  }
  const stopWatching = () => {
    for (const name of INTENT) island.removeEventListener(name, onIntent)
    island.removeEventListener("click", hold, true)
    island.removeEventListener("submit", hold, true)
  }

  for (const name of INTENT) island.addEventListener(name, onIntent, { passive: true })
  island.addEventListener("click", hold, true)
  island.addEventListener("submit", hold, true)
}

/** New tabs and downloads need no script. */
const opensElsewhere = (event: Event) =>
  event instanceof MouseEvent &&
  (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

const replayOf = (event: Event): (() => void) => {
  const target = event.target as HTMLElement
  if (event instanceof SubmitEvent) return () => (target as HTMLFormElement).requestSubmit(event.submitter)
  return () => target.dispatchEvent(new MouseEvent("click", event as MouseEvent))
}

export default interact
