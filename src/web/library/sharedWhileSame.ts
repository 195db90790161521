import { SHARED_MS, sharedBriefly } from "./sharedBriefly.ts"

/**
 * Shares what is asked again within a second, as long as its version is the same: who asks again gets nothing that has
 * changed meanwhile, and a failure at once. What is asked once costs no query for the version.
 *
 * @param max values kept; beyond that the oldest is dropped
 * @param version null, or a failure: nothing is shared, and the load fails by itself
 */
export const sharedWhileSame = <A>(
  max: number,
  version: () => Promise<string | null>,
  now: () => number = Date.now,
) => {
  const shared = sharedBriefly<A>(max, now)
  const asked = new Map<string, number>()
  const isAskedAgain = (key: string): boolean => {
    const [nowMs, beforeMs = Number.NEGATIVE_INFINITY] = [now(), asked.get(key)]
    asked.delete(key)
    const oldest = asked.keys().next()
    if (asked.size >= max && !oldest.done) asked.delete(oldest.value)
    asked.set(key, nowMs)
    return nowMs - beforeMs < SHARED_MS
  }
  return async (key: string, load: () => Promise<A>): Promise<A> => {
    if (!isAskedAgain(key)) return load()
    const current = await version().catch(() => null)
    return current === null ? load() : shared(`${current} ${key}`, load)
  }
}
