import { BACK_SECONDS, ON_SECONDS } from "./bar.ts"
import type { Track } from "./Track.ts"

/** Publishes the track to the system, for media keys, headphones and the lock screen. */
export const publishMediaSession = (media: HTMLMediaElement, track: Track, seek: (seconds: number) => void): void => {
  if (!("mediaSession" in navigator)) return
  const session = navigator.mediaSession
  const artwork = track.image === null ? [] : [{ src: track.image }]
  session.metadata = new MediaMetadata({ title: track.title, artist: track.feed, artwork })
  const by = (seconds: number) => () => seek(media.currentTime + seconds)
  const toChapter = (to: "next" | "previous") => () => {
    const starts = track.chapters.map(({ startSeconds }) => startSeconds)
    const now = media.currentTime
    // "Previous" within a chapter goes to its start, as in other players.
    const start = to === "next" ? starts.find((at) => at > now) : starts.findLast((at) => at < now - 3)
    if (start !== undefined) seek(start)
  }
  const hasChapters = track.chapters.length > 0
  const handlers: ReadonlyArray<readonly [MediaSessionAction, MediaSessionActionHandler | null]> = [
    ["play", () => void media.play()],
    ["pause", () => media.pause()],
    ["seekbackward", by(-BACK_SECONDS)],
    ["seekforward", by(ON_SECONDS)],
    ["seekto", ({ seekTime }) => seekTime !== undefined && seek(seekTime)],
    ["previoustrack", hasChapters ? toChapter("previous") : null],
    ["nexttrack", hasChapters ? toChapter("next") : null],
  ]
  for (const [action, handler] of handlers) {
    try {
      session.setActionHandler(action, handler)
    } catch {
      // The browser does not support the action.
    }
  }
}
