import type { Track } from "./Track.ts"

/** Local storage key of positions and speed. */
const KEY = "quire:player"
/** Stored positions; the one played longest ago is dropped first. */
export const POSITIONS_MAX = 200
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
/** Positions this close to the start or end are ignored. */
const EDGE_SECONDS = 10

export interface Memory {
  readonly speed: number
  /** From 0 to 1. */
  readonly volume: number
  /** Positions in seconds with the time of playing (milliseconds), the most recently played last. */
  readonly positions: ReadonlyArray<readonly [key: string, seconds: number, atMs?: number]>
}

export const BLANK: Memory = { speed: 1, volume: 1, positions: [] }

/** Decodes the stored data; invalid parts are dropped. */
export const decodeMemory = (text: string | null): Memory => {
  try {
    const { speed, volume, positions } = JSON.parse(text ?? "{}") as { readonly [Key in keyof Memory]?: unknown }
    return {
      speed: SPEEDS.find((known) => known === speed) ?? BLANK.speed,
      volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : BLANK.volume,
      positions: Array.isArray(positions) ? positions.filter(isPosition).slice(-POSITIONS_MAX) : [],
    }
  } catch {
    return BLANK
  }
}

const isPosition = (entry: unknown): entry is readonly [string, number, number?] =>
  Array.isArray(entry) && typeof entry[0] === "string" && entry.slice(1).every(Number.isFinite) && entry.length > 1

/**
 * The position in seconds, of this browser or of the person's other devices, whichever is later; 0 if there is none or if
 * it is close to the start or end.
 *
 * @param heard the position that the account has
 */
export const positionOf = (
  { positions }: Memory,
  { key, heard }: Pick<Track, "key" | "heard">,
  duration: number,
): number => {
  const [, own = 0, ownMs = 0] = positions.find(([known]) => known === key) ?? []
  const seconds = heard !== undefined && heard.atMs > ownMs ? heard.seconds : own
  return seconds < EDGE_SECONDS || seconds > duration - EDGE_SECONDS ? 0 : seconds
}

/** Sets the position of a track. @param atMs now */
export const withPosition = (memory: Memory, key: string, seconds: number, atMs: number): Memory => ({
  ...memory,
  positions: [...memory.positions.filter(([known]) => known !== key), [key, Math.floor(seconds), atMs] as const].slice(
    -POSITIONS_MAX,
  ),
})

export const readMemory = (): Memory => {
  try {
    return decodeMemory(localStorage.getItem(KEY))
  } catch {
    return BLANK
  }
}

/** Updates the stored data, including changes by other tabs. */
export const remember = (change: (memory: Memory) => Memory): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(change(readMemory())))
  } catch {
    // Without storage, playback starts at the beginning.
  }
}
