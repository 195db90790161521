import type { Translate } from "../../i18n/translate.ts"
import { button, element } from "./elements.ts"
import { SPEEDS } from "./memory.ts"
import type { QueuedTrack } from "./queue.ts"
import type { makeQueuePanel } from "./queuePanel.ts"
import { chapterAt, type Track } from "./Track.ts"
import type { PlayerWords } from "./words.ts"

/** Seconds of the skip buttons: back by a sentence, forward over an advertisement. */
export const BACK_SECONDS = 15
export const ON_SECONDS = 30

export interface BarActions {
  /** Plays or pauses. */
  readonly toggle: () => void
  readonly seek: (seconds: number) => void
  readonly setVolume: (volume: number) => void
  readonly setSpeed: (speed: number) => void
  readonly close: () => void
}

/**
 * The player bar at the foot of the page, around the media element of the current track. It draws its own controls: Chromium
 * drops the native ones of an element that moves to another document.
 */
export const makeBar = (
  t: Translate<PlayerWords>,
  queue: ReturnType<typeof makeQueuePanel>,
  sleep: HTMLSelectElement,
  { toggle, seek, setSpeed, setVolume, close }: BarActions,
) => {
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

  const play = button("", t("player.play"), toggle)
  play.dataset["tone"] = "solid"
  play.classList.add("play")
  const position = element("input", { type: "range", min: "0", step: "1", ariaLabel: t("player.position") })
  position.addEventListener("input", () => seek(position.valueAsNumber))
  const time = element("span", { className: "time" })
  const volume = element("input", { type: "range", min: "0", max: "1", step: "0.05", ariaLabel: t("player.volume") })
  volume.className = "volume"
  volume.addEventListener("input", () => setVolume(volume.valueAsNumber))
  const controls = element("div", { className: "controls" })
  controls.append(play, position, time, volume)

  const by = (seconds: number) => () => seek((media?.currentTime ?? 0) + seconds)
  const screens = [
    ...(document.fullscreenEnabled
      ? [button("⛶", t("player.fullScreen"), () => void media?.requestFullscreen().catch(() => {}))]
      : []),
    ...(document.pictureInPictureEnabled
      ? [button("⧉", t("player.window"), () => void togglePictureInPicture(media).catch(() => {}))]
      : []),
  ]
  for (const each of screens) each.classList.add("of-video")
  const tools = element("div", { className: "tools" })
  tools.append(
    button(`−${BACK_SECONDS}`, t("player.back", { count: BACK_SECONDS }), by(-BACK_SECONDS)),
    button(`+${ON_SECONDS}`, t("player.on", { count: ON_SECONDS }), by(ON_SECONDS)),
    speed,
    chapter,
    sleep,
    ...queue.buttons,
    ...screens,
    button("×", t("player.close"), close),
  )
  const about = element("div", { className: "about" })
  about.append(title, feed)
  const screen = element("div", { className: "screen" })
  bar.append(about, screen, controls, tools, queue.panel)

  const describe = ({ title: name, feed: from, href, lang = "" }: QueuedTrack): void => {
    title.textContent = name
    title.href = href
    title.lang = lang
    feed.textContent = from
  }
  const appear = (): void => {
    if (!bar.isConnected) document.body.append(bar)
  }

  return {
    element: bar,
    /** Shows another track. The media element is moved, not recreated, so that it keeps playing. */
    show: (next: HTMLMediaElement, playing: Track, rate: number): void => {
      media = next
      track = playing
      describe(playing)
      speed.value = String(rate)
      volume.value = String(next.volume)
      chapter.hidden = playing.chapters.length === 0
      chapter.replaceChildren(
        ...playing.chapters.map(({ startSeconds, title: name }) =>
          element("option", { value: String(startSeconds), textContent: name }),
        ),
      )
      bar.dataset["kind"] = next.localName
      next.controls = false
      screen.replaceChildren(next)
      appear()
    },
    /** Shows the track that Play starts, while there is no other. */
    showQueued: (first: QueuedTrack, rate: number): void => {
      media = null
      track = null
      describe(first)
      speed.value = String(rate)
      chapter.hidden = true
      bar.dataset["kind"] = "audio"
      screen.replaceChildren()
      appear()
    },
    /** Shows whether the track plays, its time, length and chapter. */
    follow: (): void => {
      const { paused = true, currentTime = 0, duration = 0 } = media ?? {}
      const length = Number.isFinite(duration) ? duration : 0
      play.textContent = paused ? "▶" : "❚❚"
      play.ariaLabel = play.title = t(paused ? "player.play" : "player.pause")
      position.max = String(Math.max(length, 1))
      position.disabled = length === 0
      position.value = String(currentTime)
      const shown = length === 0 ? clockTime(currentTime) : `${clockTime(currentTime)} / ${clockTime(length)}`
      time.textContent = position.ariaValueText = shown
      const current = chapterAt(track?.chapters ?? [], media?.currentTime ?? 0)
      if (current !== undefined) chapter.value = String(current.startSeconds)
    },
  }
}

/** Moves a video to a window of the system, which stays above other programs, and back. */
const togglePictureInPicture = async (media: HTMLMediaElement | null): Promise<void> => {
  if (document.pictureInPictureElement !== null) await document.exitPictureInPicture()
  else if (media instanceof HTMLVideoElement) await media.requestPictureInPicture()
}

/** Seconds as `m:ss`, or `h:mm:ss` from an hour on. */
export const clockTime = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60]
  const rest = String(whole % 60).padStart(2, "0")
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`
}
