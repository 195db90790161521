import type { Track } from "./Track.ts"

/** Local storage key of the queue. */
export const QUEUE_KEY = "quire:queue"
/** A queue that is longer is more than a month of listening. */
export const QUEUE_TRACKS_MAX = 100

/** A track in the queue. Its medium and chapters are read from its page when it starts. */
export type QueuedTrack = Omit<Track, "chapters">
export type Queue = ReadonlyArray<QueuedTrack>

/** Decodes the stored queue; invalid entries are dropped. */
export const decodeQueue = (text: string | null): Queue => {
  try {
    const entries: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(entries) ? entries.filter(isQueued).slice(0, QUEUE_TRACKS_MAX) : []
  } catch {
    return []
  }
}

const isQueued = (entry: unknown): entry is QueuedTrack => {
  if (typeof entry !== "object" || entry === null) return false
  const { key, title, feed, href, image, lang = "" } = entry as { readonly [Key in keyof QueuedTrack]?: unknown }
  return (
    [key, title, feed, lang].every((text) => typeof text === "string") &&
    isLocal(href) &&
    (image === null || isLocal(image))
  )
}

/** Pages and pictures of tracks are our own. */
const isLocal = (path: unknown): boolean => typeof path === "string" && /^\/(?![/\\])/.test(path)

/** Whether a track may be added. A queued track only moves. */
export const hasRoom = (queue: Queue, { key }: QueuedTrack): boolean =>
  withoutTrack(queue, key).length < QUEUE_TRACKS_MAX

/** Puts a track at the start or end. A track is queued once. */
export const withTrack = (queue: Queue, track: QueuedTrack, place: "next" | "last"): Queue => {
  const others = withoutTrack(queue, track.key)
  return place === "next" ? [track, ...others] : [...others, track]
}

export const withoutTrack = (queue: Queue, key: string): Queue => queue.filter((track) => track.key !== key)

/** Moves a track by some places; it stops at the ends. */
export const withMoved = (queue: Queue, key: string, by: number): Queue => {
  const from = queue.findIndex((track) => track.key === key)
  const track = queue[from]
  if (track === undefined) return queue
  return withoutTrack(queue, key).toSpliced(Math.max(0, from + by), 0, track)
}

export const readQueue = (): Queue => {
  try {
    return decodeQueue(localStorage.getItem(QUEUE_KEY))
  } catch {
    return []
  }
}

/** Updates the stored queue, including changes by other tabs, and returns it. Without storage, nothing is queued. */
export const changeQueue = (change: (queue: Queue) => Queue): Queue => {
  const queue = change(readQueue())
  try {
    localStorage.setItem(QUEUE_KEY, JSON.stringify(queue))
  } catch {
    return []
  }
  return queue
}
