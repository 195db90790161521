/** Where positions and speed are kept in local storage. */
const KEY = "quire:player"
/** Sounds and films whose position is remembered; the one that was heard longest ago is forgotten first. */
export const POSITIONS_MAX = 200
export const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2] as const
/** Nobody wants to be brought back to the first seconds, or to the last. */
const EDGE_SECONDS = 10

export interface Memory {
  readonly speed: number
  /** What was heard and how far, in seconds; the newest last. */
  readonly positions: ReadonlyArray<readonly [key: string, seconds: number]>
}

export const BLANK: Memory = { speed: 1, positions: [] }

/** What was kept, however it was damaged since. */
export const decodeMemory = (text: string | null): Memory => {
  try {
    const { speed, positions } = JSON.parse(text ?? "{}") as { readonly [Key in keyof Memory]?: unknown }
    return {
      speed: SPEEDS.find((known) => known === speed) ?? BLANK.speed,
      positions: Array.isArray(positions) ? positions.filter(isPosition).slice(-POSITIONS_MAX) : [],
    }
  } catch {
    return BLANK
  }
}

const isPosition = (entry: unknown): entry is readonly [string, number] =>
  Array.isArray(entry) && typeof entry[0] === "string" && Number.isFinite(entry[1])

/** Where to go on, in seconds; 0 where it was not heard before, or hardly, or to its end. */
export const positionOf = ({ positions }: Memory, key: string, duration: number): number => {
  const seconds = positions.find(([known]) => known === key)?.[1] ?? 0
  return seconds < EDGE_SECONDS || seconds > duration - EDGE_SECONDS ? 0 : seconds
}

/** With how far something was heard. */
export const withPosition = (memory: Memory, key: string, seconds: number): Memory => ({
  ...memory,
  positions: [...memory.positions.filter(([known]) => known !== key), [key, Math.floor(seconds)] as const].slice(
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

/** Changes what is kept, on top of what another tab may have kept meanwhile. */
export const remember = (change: (memory: Memory) => Memory): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify(change(readMemory())))
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
}
