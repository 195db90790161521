/**
 * Caches values that depend only on their key, so they never become outdated.
 * @param max cached values; beyond that the oldest is dropped
 */
export const memoise = <Value, Key extends string | number = string>(
  max: number,
): ((key: Key, make: () => Value) => Value) => {
  const kept = new Map<Key, Value>()
  return (key, make) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const oldest = kept.keys().next()
    if (kept.size >= max && !oldest.done) kept.delete(oldest.value)
    const made = make()
    kept.set(key, made)
    return made
  }
}
