import { setTimeout } from "node:timers/promises"

/**
 * Calls at a fixed rate, regardless of earlier calls. Each call gets its due time, so that a late generator counts as
 * latency.
 */
export const repeatAtRate = async (
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
