import { setTimeout } from "node:timers/promises"

/**
 * Does something so many times a second, at fixed times whether or not what came before is done. Each is told its turn and
 * when it was due, by performance.now(): what waits because the generator is late counts as having waited.
 */
export const atRate = async (
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
  act: (turn: number, dueMs: number) => void,
): Promise<void> => {
  const began = performance.now()
  const total = Math.round(perSecond * seconds)
  for (let turn = 0; turn < total; ) {
    const dueMs = began + (turn * 1_000) / perSecond
    if (dueMs > performance.now()) {
      await setTimeout(1)
      continue
    }
    act(turn, dueMs)
    turn += 1
  }
}
