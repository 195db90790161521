/** A few parts in four languages. */
const PARTS_MAX = 100
const parts = new Map<string, string>()

/** Markup that was rendered for this key before, or that `render` makes now. A failed rendering is not kept. */
export const cachedMarkup = (key: string, render: () => Promise<string>): string | Promise<string> =>
  parts.get(key) ??
  render().then((markup) => {
    const oldest = parts.keys().next()
    if (parts.size >= PARTS_MAX && !oldest.done) parts.delete(oldest.value)
    parts.set(key, markup)
    return markup
  })
