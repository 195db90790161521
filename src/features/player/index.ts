import type { Locale } from "../../i18n/locales.ts"
import { translatorOf } from "../../i18n/translate.ts"
import { toast } from "../../lib/toast.ts"
import { makeBar } from "./bar.ts"
import { showEmbeds } from "./embeds.ts"
import { loadMedium, mediumOnPage } from "./loadMedium.ts"
import { publishMediaSession } from "./mediaSession.ts"
import { positionOf, readMemory, remember, withPosition } from "./memory.ts"
import { persistAcrossPages } from "./persistAcrossPages.ts"
import {
  changeQueue,
  hasRoom,
  QUEUE_KEY,
  QUEUE_TRACKS_MAX,
  type QueuedTrack,
  readQueue,
  withoutTrack,
  withTrack,
} from "./queue.ts"
import { makeQueuePanel } from "./queuePanel.ts"
import { makePositionSender } from "./sendPosition.ts"
import { makeSleepTimer } from "./sleepTimer.ts"
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
const sendPosition = makePositionSender()
let playing: Playing | null = null
/** Counts what was started and closed, so that a track that took long to load does not interrupt. */
let turn = 0

const seek = (seconds: number): void => {
  if (playing === null) return
  const { media } = playing
  media.currentTime = Math.min(Math.max(0, seconds), Number.isFinite(media.duration) ? media.duration : seconds)
}

const queue = makeQueuePanel(t, { playNext: () => void playNext(), onChange: () => showQueue() })
const sleep = makeSleepTimer(t, () => playing?.media.pause())
const bar = makeBar(t, queue, sleep.choice, {
  toggle: () => {
    if (playing === null) void playNext()
    else if (playing.media.paused) void playing.media.play()
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
    turn++
    stop()
    bar.element.remove()
  },
})

const begin = (media: HTMLMediaElement): void => {
  const track = trackOf(media)
  if (track === null || playing?.media === media) return
  turn++
  stop()
  changeQueue((queued) => withoutTrack(queued, track.key))
  const note = noteFor()
  media.replaceWith(note)
  playing = { media, track, note, keptAt: 0 }
  const memory = readMemory()
  media.defaultPlaybackRate = memory.speed
  media.playbackRate = memory.speed
  media.volume = memory.volume
  bar.show(media, track, memory.speed)
  if (media.currentTime < 1) goOn(media, positionOf(memory, track, media.duration))
  publishMediaSession(media, track, seek)
  for (const [name, listener] of LISTENERS) media.addEventListener(name, listener)
  bar.follow()
  showQueue()
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
  keep(true)
  playing = null
  for (const [name, listener] of LISTENERS) media.removeEventListener(name, listener)
  media.pause()
  media.controls = true
  if (note.isConnected) note.replaceWith(media)
  else media.remove()
}

/** @param hasStopped whether playing stops here, so that the account learns the position at once */
const keep = (hasStopped: boolean): void => {
  if (playing === null) return
  const { media, track } = playing
  playing.keptAt = media.currentTime
  const seconds = media.ended ? 0 : media.currentTime
  remember((memory) => withPosition(memory, track.key, seconds, Date.now()))
  sendPosition({ track: track.key, seconds, duration: media.duration }, hasStopped)
}

const LISTENERS: ReadonlyArray<readonly [string, () => void]> = [
  ["pause", () => keep(true)],
  ["ended", () => keep(true)],
  [
    "ended",
    () => {
      if (!sleep.stopsNow()) void playNext()
    },
  ],
  ...["play", "pause", "ended", "seeked", "durationchange"].map((name) => [name, () => bar.follow()] as const),
  [
    "timeupdate",
    () => {
      if (playing === null) return
      bar.follow()
      if (Math.abs(playing.media.currentTime - playing.keptAt) >= KEEP_SECONDS) keep(false)
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
  const again = mediumOnPage(playing.track.key)
  if (again === undefined) return
  playing.note = noteFor()
  again.replaceWith(playing.note)
}

/** Seeks to a time in the chapters or transcript, and starts playing if needed. */
const jump = (event: MouseEvent): void => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-seek]") : null
  if (link === null || event.defaultPrevented) return
  event.preventDefault()
  const { seek: seconds = "0", of = "" } = link.dataset
  const media = playing?.track.key === of ? undefined : mediumOnPage(of)
  if (media !== undefined) begin(media)
  if (playing !== null) goOnAt(playing.media, Number(seconds))
}

const goOnAt = (media: HTMLMediaElement, seconds: number): void => {
  if (media.readyState > 0) seek(seconds)
  else media.addEventListener("loadedmetadata", () => seek(seconds), { once: true })
  void media.play()
}

/** Starts the first queued track that has a medium. Without an answer from the server, the queue stays as it is. */
const playNext = async (): Promise<void> => {
  const [next] = readQueue()
  if (next === undefined) return
  const started = ++turn
  const media = await loadMedium(next).catch(() => null)
  if (turn !== started) return
  if (media) {
    begin(media)
    settle()
    return media.play().catch(() => bar.follow())
  }
  toast("error", t("player.queue.failed", { title: next.title }))
  if (media === null) return
  changeQueue((queued) => withoutTrack(queued, next.key))
  showQueue()
  return playNext()
}

/** Shows the queue, and its first track if nothing plays. */
const showQueue = (): void => {
  queue.show()
  const [first] = readQueue()
  if (playing === null) {
    if (first === undefined) bar.element.remove()
    else bar.showQueued(first, readMemory().speed)
  }
  bar.follow()
  persistAcrossPages(() => bar.element.isConnected)
}

/** Adds the track of a pressed button to the queue. */
const enqueue = ({ target }: MouseEvent): void => {
  const pressed = target instanceof Element ? target.closest<HTMLElement>("[data-queue]") : null
  const entry = pressed?.closest<HTMLElement>("[data-entry]")?.dataset["entry"]
  if (entry === undefined) return
  const track = JSON.parse(entry) as QueuedTrack
  if (!hasRoom(readQueue(), track)) {
    toast("error", t("player.queue.full", { count: QUEUE_TRACKS_MAX }))
    return
  }
  const place = pressed?.dataset["queue"] === "next" ? "next" : "last"
  changeQueue((queued) => withTrack(queued, track, place))
  toast("success", t(place === "next" ? "player.queue.playsNext" : "player.queue.added", { title: track.title }))
  showQueue()
}

document.addEventListener("play", ({ target }) => begin(target as HTMLMediaElement), true)
document.addEventListener("click", jump)
document.addEventListener("click", enqueue)
addEventListener("storage", ({ key }) => {
  if (key === QUEUE_KEY && bar.element.isConnected) showQueue()
})
document.addEventListener("astro:after-swap", settle)
addEventListener("pagehide", () => keep(true))
showEmbeds(t)
for (const media of document.querySelectorAll<HTMLMediaElement>("[data-track]")) if (!media.paused) begin(media)
