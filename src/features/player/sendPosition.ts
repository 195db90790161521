import { apiPost } from "../../lib/apiFetch.ts"

/** While something plays, the account learns the position this often. */
const SEND_MS_MIN = 60_000

interface Position {
  readonly track: string
  readonly seconds: number
  /** NaN or infinite if unknown. */
  readonly duration: number
}

/**
 * Sends positions of a signed-in person to the account, so that their other devices go on there: at once when playing
 * stops, and at most once a minute while it goes on. Failures are silent, because this browser has the position.
 *
 * @param nowMs the clock; replaced by tests
 */
export const makePositionSender = (send = post, nowMs: () => number = Date.now) => {
  let sent = { track: "", seconds: -1, atMs: 0 }
  return ({ track, seconds, duration }: Position, hasStopped: boolean): void => {
    const [whole, atMs] = [Math.floor(seconds), nowMs()]
    const isNew = track !== sent.track
    if (!isNew && (whole === sent.seconds || (!hasStopped && atMs - sent.atMs < SEND_MS_MIN))) return
    // What just began is no news.
    const isNews = !isNew || hasStopped
    sent = { track, seconds: isNews ? whole : -1, atMs }
    if (!isNews) return
    send({ track, seconds: whole, duration: Number.isFinite(duration) ? Math.floor(duration) : 0, time: atMs })
  }
}

const post = (body: object): void => {
  if (document.documentElement.dataset["member"] === undefined) return
  apiPost("Feed/SavePosition", body, { keepalive: true }).catch(() => {})
}
