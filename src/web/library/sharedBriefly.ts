/** How long guests share what one of them was shown. */
export const SHARED_MS = 1_000

/**
 * Shares what is the same for all guests, with those who ask at the same time and for a second after: of a page that
 * everybody opens, one reader a second asks the database. Nothing in it is older than that. Failures are not kept.
 *
 * @param max values kept; beyond that the oldest is dropped
 */
export const sharedBriefly = <A>(max: number, now: () => number = Date.now) => {
  const shared = new Map<string, { readonly value: Promise<A>; readonly untilMs: number }>()
  return (key: string, load: () => Promise<A>): Promise<A> => {
    const nowMs = now()
    const known = shared.get(key)
    if (known !== undefined && nowMs < known.untilMs) return known.value
    shared.delete(key)
    const oldest = shared.keys().next()
    if (shared.size >= max && !oldest.done) shared.delete(oldest.value)
    const entry = { value: load(), untilMs: nowMs + SHARED_MS }
    shared.set(key, entry)
    entry.value.catch(() => {
      if (shared.get(key) === entry) shared.delete(key)
    })
    return entry.value
  }
}
