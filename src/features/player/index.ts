import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { makeBar } from "./bar.ts"
import { showEmbeds } from "./embeds.ts"
import { publishMediaSession } from "./mediaSession.ts"
import { positionOf, readMemory, remember, withPosition } from "./memory.ts"
import { persistAcrossPages } from "./persistAcrossPages.ts"
import { type Track, trackOf } from "./Track.ts"
import type { PlayerWords } from "./words.ts"

// The script of audio and video, loaded when a player is first touched. The native player plays; this script moves it
// into a bar that persists across pages, and stores the position.

/** Interval at which the position is stored while playing. */
const KEEP_SECONDS = 5

interface Playing {
  readonly media: HTMLMediaElement
  readonly track: Track
  /** The note in its place on the page that it was taken from. */
  note: HTMLElement
  keptAt: number
}

const t = translatorOf<PlayerWords>(
  document.documentElement.lang as Locale,
  JSON.parse(document.querySelector<HTMLElement>("#player-code")?.dataset["words"] ?? "{}"),
)
let playing: Playing | null = null

const seek = (seconds: number): void => {
  if (playing === null) return
  const { media } = playing
  media.currentTime = Math.min(Math.max(0, seconds), Number.isFinite(media.duration) ? media.duration : seconds)
}

const bar = makeBar(t, {
  toggle: () => {
    if (playing === null) return
    if (playing.media.paused) void playing.media.play()
    else playing.media.pause()
  },
  seek,
  setVolume: (volume) => {
    remember((memory) => ({ ...memory, volume }))
    if (playing !== null) playing.media.volume = volume
  },
  setSpeed: (speed) => {
    remember((memory) => ({ ...memory, speed }))
    if (playing !== null) playing.media.playbackRate = speed
  },
  close: () => {
    stop()
    bar.element.remove()
  },
})

const begin = (media: HTMLMediaElement): void => {
  const track = trackOf(media)
  if (track === null || playing?.media === media) return
  stop()
  const note = noteFor()
  media.replaceWith(note)
  playing = { media, track, note, keptAt: 0 }
  const memory = readMemory()
  media.defaultPlaybackRate = memory.speed
  media.playbackRate = memory.speed
  media.volume = memory.volume
  bar.show(media, track, memory.speed)
  if (media.currentTime < 1) goOn(media, positionOf(memory, track.key, media.duration))
  publishMediaSession(media, track, seek)
  for (const [name, listener] of LISTENERS) media.addEventListener(name, listener)
  bar.follow()
  persistAcrossPages(() => playing !== null)
}

const goOn = (media: HTMLMediaElement, seconds: number): void => {
  if (seconds === 0) return
  const go = () => {
    media.currentTime = seconds
  }
  if (media.readyState > 0) go()
  else media.addEventListener("loadedmetadata", go, { once: true })
}

/** Stores the position and returns the media element to its page if that is still shown. */
const stop = (): void => {
  if (playing === null) return
  const { media, note } = playing
  keep()
  playing = null
  for (const [name, listener] of LISTENERS) media.removeEventListener(name, listener)
  media.pause()
  media.controls = true
  if (note.isConnected) note.replaceWith(media)
  else media.remove()
}

const keep = (): void => {
  if (playing === null) return
  const { media, track } = playing
  playing.keptAt = media.currentTime
  const seconds = media.ended ? 0 : media.currentTime
  remember((memory) => withPosition(memory, track.key, seconds))
}

const LISTENERS: ReadonlyArray<readonly [string, () => void]> = [
  ["pause", keep],
  ["ended", keep],
  ...["play", "pause", "ended", "seeked", "durationchange"].map((name) => [name, () => bar.follow()] as const),
  [
    "timeupdate",
    () => {
      if (playing === null) return
      bar.follow()
      if (Math.abs(playing.media.currentTime - playing.keptAt) >= KEEP_SECONDS) keep()
    },
  ],
]

const noteFor = (): HTMLElement => {
  const note = document.createElement("p")
  note.className = "playing-note"
  note.textContent = t("player.below")
  return note
}

/** A page whose medium is playing shows the note, not a second player. */
const settle = (): void => {
  if (playing === null) return
  const again = onPage(playing.track.key)
  if (again === undefined) return
  playing.note = noteFor()
  again.replaceWith(playing.note)
}

const onPage = (key: string): HTMLMediaElement | undefined =>
  [...document.querySelectorAll<HTMLMediaElement>("main [data-track]")].find((media) => trackOf(media)?.key === key)

/** Seeks to a time in the chapters or transcript, and starts playing if needed. */
const jump = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-seek]") : null
  if (link === null || event.defaultPrevented) return
  event.preventDefault()
  const { seek: seconds = "0", of = "" } = link.dataset
  const media = playing?.track.key === of ? undefined : onPage(of)
  if (media !== undefined) begin(media)
  if (playing !== null) goOnAt(playing.media, Number(seconds))
}

const goOnAt = (media: HTMLMediaElement, seconds: number): void => {
  if (media.readyState > 0) seek(seconds)
  else media.addEventListener("loadedmetadata", () => seek(seconds), { once: true })
  void media.play()
}

document.addEventListener("play", ({ target }) => begin(target as HTMLMediaElement), true)
document.addEventListener("click", jump)
document.addEventListener("astro:after-swap", settle)
addEventListener("pagehide", keep)
showEmbeds(t)
for (const media of document.querySelectorAll<HTMLMediaElement>("[data-track]")) if (!media.paused) begin(media)
