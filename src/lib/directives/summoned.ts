import type { ClientDirective } from "astro"

/** What shows that a person is about to follow a link: the code is then on its way before the click arrives. */
const INTENT = ["pointerover", "pointerdown", "focusin"] as const

/**
 * Hydrates an island that shows nothing yet when a link that summons it is touched: `client:summoned="a[data-preview]"`.
 * A click that comes before the code is here is held back and replayed. If the code cannot be fetched, the link leads
 * where it leads without scripts. An island that the server rendered as an open dialog comes alive at once.
 */
const summoned: ClientDirective = (load, { value }, island) => {
  const links = String(value)
  let alive: Promise<void> | undefined
  const wake = () => (alive ??= load().then((hydrate) => hydrate()))
  const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLAnchorElement>(links) : null)

  const onIntent = (event: Event) => {
    if (linkOf(event)) wake().then(stopWatching, () => {})
  }
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || !event.isTrusted || opensElsewhere(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    wake().then(
      () => {
        stopWatching()
        link.dispatchEvent(new MouseEvent("click", event))
      },
      () => location.assign(link.href),
    )
  }
  const stopWatching = () => {
    for (const name of INTENT) document.removeEventListener(name, onIntent)
    document.removeEventListener("click", onClick, true)
  }

  for (const name of INTENT) document.addEventListener(name, onIntent, { passive: true })
  document.addEventListener("click", onClick, true)
  if (island.querySelector("dialog[open]")) wake().then(stopWatching, () => {})
}

const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

export default summoned
