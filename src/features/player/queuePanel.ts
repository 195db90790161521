import type { Translate } from "../../i18n/translate.ts"
import { button, element } from "./elements.ts"
import { changeQueue, type Queue, type QueuedTrack, readQueue, withMoved, withoutTrack } from "./queue.ts"
import type { PlayerWords } from "./words.ts"

interface QueueActions {
  readonly playNext: () => void
  /** The list changed. */
  readonly onChange: () => void
}

/** The queue in the player: a button that starts its first track, one that opens the list, and the list. */
export const makeQueuePanel = (t: Translate<PlayerWords>, { playNext, onChange }: QueueActions) => {
  const panel = element("section", {
    id: "player-queue",
    className: "queue",
    hidden: true,
    ariaLabel: t("player.queue"),
  })
  const toggle = button("", t("player.queue"), () => open(panel.hasAttribute("hidden")))
  const next = button("▶❚", t("player.next"), playNext)
  toggle.ariaExpanded = "false"
  toggle.setAttribute("aria-controls", panel.id)
  const open = (isOpen: boolean): void => {
    panel.hidden = !isOpen
    toggle.ariaExpanded = String(isOpen)
  }
  panel.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return
    event.stopPropagation()
    open(false)
    toggle.focus()
  })

  const change = (to: (queue: Queue) => Queue): void => {
    changeQueue(to)
    onChange()
  }
  const heading = element("h2", { textContent: t("player.queue"), tabIndex: -1 })
  const clear = button(t("player.queue.clear"), t("player.queue.clear"), () => {
    change(() => [])
    heading.focus()
  })
  const head = element("header")
  head.append(heading, clear)
  const list = element("ol")
  const empty = element("p", { textContent: t("player.queue.empty") })
  panel.append(head, list, empty)

  const rowOf = (track: QueuedTrack, place: number, { length }: Queue): HTMLLIElement => {
    const { key, title, feed, href, lang = "" } = track
    const row = element("li")
    row.dataset["key"] = key
    const about = element("div", { className: "about" })
    about.append(
      element("a", { className: "title", textContent: title, href, lang }),
      element("span", { className: "feed", textContent: feed }),
    )
    const act = (name: "up" | "down" | "remove", sign: string, to: (queue: Queue) => Queue): HTMLButtonElement => {
      const made = button(sign, t(`player.queue.${name}`, { title }), () => {
        change(to)
        focusAgain(key, name, place)
      })
      made.dataset["act"] = name
      return made
    }
    const up = act("up", "↑", (queue) => withMoved(queue, key, -1))
    const down = act("down", "↓", (queue) => withMoved(queue, key, 1))
    up.disabled = place === 0
    down.disabled = place === length - 1
    row.append(
      about,
      up,
      down,
      act("remove", "×", (queue) => withoutTrack(queue, key)),
    )
    return row
  }

  /** A changed list has new buttons: the focus returns to the same one, or to the nearest that is enabled. */
  const focusAgain = (key: string, name: string, place: number): void => {
    const rows = [...list.children] as Array<HTMLLIElement>
    const row = rows.find(({ dataset }) => dataset["key"] === key) ?? rows[Math.min(place, rows.length - 1)]
    const same = row?.querySelector<HTMLButtonElement>(`[data-act="${name}"]:enabled`)
    const nearest = same ?? row?.querySelector<HTMLButtonElement>("button:enabled") ?? heading
    nearest.focus()
  }

  return {
    panel,
    buttons: [next, toggle],
    /** Shows the stored queue. */
    show: (): void => {
      const queue = readQueue()
      toggle.textContent = queue.length === 0 ? "☰" : `☰ ${queue.length}`
      toggle.ariaLabel = toggle.title = t("player.queue.open", { count: queue.length })
      list.replaceChildren(...queue.map(rowOf))
      next.disabled = queue.length === 0
      list.hidden = clear.hidden = queue.length === 0
      empty.hidden = queue.length > 0
    },
  }
}
