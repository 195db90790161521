/** Cached fragments: a few parts in four languages. */
const PARTS_MAX = 100
const parts = new Map<string, string>()

/** The cached markup of a key, rendered on first use. Failures are not cached. */
export const cachedMarkup = (key: string, render: () => Promise<string>): string | Promise<string> =>
  parts.get(key) ??
  render().then((markup) => {
    const oldest = parts.keys().next()
    if (parts.size >= PARTS_MAX && !oldest.done) parts.delete(oldest.value)
    parts.set(key, markup)
    return markup
  })
