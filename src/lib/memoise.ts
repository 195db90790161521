/**
 * Caches values that depend only on their key, so they never become outdated.
 * @param max cached values; beyond that the oldest is dropped
 */
export const memoise = <Value, Key extends string | number = string>(
  max: number,
): ((key: Key, make: () => Value) => Value) => {
  const cache = new Map<Key, Value>()
  return (key, make) => {
    const known = cache.get(key)
    if (known !== undefined) return known
    const oldest = cache.keys().next()
    if (cache.size >= max && !oldest.done) cache.delete(oldest.value)
    const made = make()
    cache.set(key, made)
    return made
  }
}
