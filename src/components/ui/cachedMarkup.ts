/** Markup as UTF-8, in pieces between which each response puts its nonce. */
type Markup = ReadonlyArray<Uint8Array>

/** Cached fragments: a few parts in four languages, and those of the pages that guests open most. */
const PARTS_MAX = 600
/** Longer keys are not cached: they hold an address, of which there is no end. */
const KEY_LENGTH_MAX = 500
const parts = new Map<string, Markup>()

/** Variants of what is shown of one value: by language, zone, address and what a guest follows. */
const VARIANTS_MAX = 40
const VARIANT_LENGTH_MAX = 1_000
const variantsOf = new WeakMap<object, Map<string, Markup>>()

/**
 * The cached markup of a key, rendered on first use. Failures are not cached.
 *
 * @param of the value that the markup shows, as several readers share it: the markup is kept as long as the value
 */
export const cachedMarkup = (key: string, render: () => Promise<Markup>, of?: object): Markup | Promise<Markup> =>
  of === undefined
    ? lookUp(parts, key, render, PARTS_MAX, KEY_LENGTH_MAX)
    : lookUp(variants(of), key, render, VARIANTS_MAX, VARIANT_LENGTH_MAX)

const variants = (of: object): Map<string, Markup> => {
  const known = variantsOf.get(of) ?? new Map<string, Markup>()
  variantsOf.set(of, known)
  return known
}

const lookUp = (
  cache: Map<string, Markup>,
  key: string,
  render: () => Promise<Markup>,
  max: number,
  keyLengthMax: number,
): Markup | Promise<Markup> => {
  const known = cache.get(key)
  if (known !== undefined) {
    // The least recently used part is dropped first.
    cache.delete(key)
    cache.set(key, known)
    return known
  }
  return render().then((markup) => {
    if (key.length > keyLengthMax) return markup
    const oldest = cache.keys().next()
    if (cache.size >= max && !oldest.done) cache.delete(oldest.value)
    cache.set(key, markup)
    return markup
  })
}
