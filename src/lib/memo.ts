/**
 * Makes each value once for its key and keeps the newest few: for what depends on nothing but the key, so that it is never
 * out of date.
 *
 * @param max values kept; beyond that the oldest is forgotten, and made anew when it is asked for again
 */
export const memo = <Value, Key extends string | number = string>(
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
