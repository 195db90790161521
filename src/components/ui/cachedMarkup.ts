/** Cached fragments: a few parts in four languages, and those of the pages that guests open most. */
const PARTS_MAX = 600
/** Longer keys are not cached: they hold an address, of which there is no end. */
const KEY_LENGTH_MAX = 200
const parts = new Map<string, string>()

/** The cached markup of a key, rendered on first use. Failures are not cached. */
export const cachedMarkup = (key: string, render: () => Promise<string>): string | Promise<string> => {
  const known = parts.get(key)
  if (known !== undefined) {
    // The least recently used part is dropped first.
    parts.delete(key)
    parts.set(key, known)
    return known
  }
  return render().then((markup) => {
    if (key.length > KEY_LENGTH_MAX) return markup
    const oldest = parts.keys().next()
    if (parts.size >= PARTS_MAX && !oldest.done) parts.delete(oldest.value)
    parts.set(key, markup)
    return markup
  })
}
