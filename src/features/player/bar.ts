import type { Translate } from "../../i18n/translate.ts"
import { SPEEDS } from "./memory.ts"
import { chapterAt, type Track } from "./Track.ts"
import type { PlayerWords } from "./words.ts"

/** Seconds of the skip buttons: back by a sentence, forward over an advertisement. */
export const BACK_SECONDS = 15
export const ON_SECONDS = 30

export interface BarActions {
  readonly seek: (seconds: number) => void
  readonly setSpeed: (speed: number) => void
  readonly close: () => void
}

/** The player bar at the foot of the page, around the native media element of the current track. */
export const makeBar = (t: Translate<PlayerWords>, { seek, setSpeed, close }: BarActions) => {
  const bar = element("aside", { id: "player", ariaLabel: t("player.name") })
  let media: HTMLMediaElement | null = null
  let track: Track | null = null

  const title = element("a", { className: "title" })
  const feed = element("span", { className: "feed" })
  const chapter = element("select", { ariaLabel: t("player.chapters") })
  const speed = element("select", { ariaLabel: t("player.speed") })
  speed.append(...SPEEDS.map((value) => element("option", { value: String(value), textContent: `${value}×` })))
  speed.addEventListener("change", () => setSpeed(Number(speed.value)))
  chapter.addEventListener("change", () => seek(Number(chapter.value)))

  const by = (seconds: number) => () => seek((media?.currentTime ?? 0) + seconds)
  const tools = element("div", { className: "tools" })
  tools.append(
    button(`−${BACK_SECONDS}`, t("player.back", { count: BACK_SECONDS }), by(-BACK_SECONDS)),
    button(`+${ON_SECONDS}`, t("player.on", { count: ON_SECONDS }), by(ON_SECONDS)),
    speed,
    chapter,
    button("×", t("player.close"), close),
  )
  const about = element("div", { className: "about" })
  about.append(title, feed)
  const screen = element("div", { className: "screen" })
  bar.append(about, screen, tools)

  return {
    element: bar,
    /** Shows another track. The media element is moved, not recreated, so that it keeps playing. */
    show: (next: HTMLMediaElement, told: Track, rate: number): void => {
      media = next
      track = told
      title.textContent = told.title
      title.href = told.href
      title.lang = told.lang ?? ""
      feed.textContent = told.feed
      speed.value = String(rate)
      chapter.hidden = told.chapters.length === 0
      chapter.replaceChildren(
        ...told.chapters.map(({ startSeconds, title: name }) =>
          element("option", { value: String(startSeconds), textContent: name }),
        ),
      )
      bar.dataset["kind"] = next.localName
      screen.replaceChildren(next)
      if (!bar.isConnected) document.body.append(bar)
    },
    /** Selects the current chapter. */
    follow: (): void => {
      const current = chapterAt(track?.chapters ?? [], media?.currentTime ?? 0)
      if (current !== undefined) chapter.value = String(current.startSeconds)
    },
  }
}

const button = (text: string, name: string, act: () => void): HTMLButtonElement => {
  const made = element("button", { type: "button", textContent: text, ariaLabel: name, title: name })
  made.className = "button"
  made.addEventListener("click", act)
  return made
}

const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] => Object.assign(document.createElement(name), properties)
