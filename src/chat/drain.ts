import type { Wire } from "./Socket.ts"

/** A node that stops has closed its last socket after this time. */
export const DRAIN_MS_MAX = 10_000
const STEP_MS = 100
/** Sockets in one step: fewer would make little difference to whom they come back. */
const STEP_SOCKETS_MIN = 200
export const SERVICE_RESTART = 1012

/**
 * Asks every socket to come back, some at a time: thousands that return at the same moment would be the next problem.
 * Answers when all were asked.
 */
export const drain = async (
  speakers: Iterable<{ readonly wire: Wire | null }>,
  pause = (ms: number) => new Promise<unknown>((resolve) => setTimeout(resolve, ms)),
): Promise<void> => {
  const open = [...speakers]
  const step = Math.max(STEP_SOCKETS_MIN, Math.ceil((open.length * STEP_MS) / DRAIN_MS_MAX))
  for (let at = 0; at < open.length; at += step) {
    if (at > 0) await pause(STEP_MS)
    for (const { wire } of open.slice(at, at + step)) wire?.end(SERVICE_RESTART, "restart")
  }
}
