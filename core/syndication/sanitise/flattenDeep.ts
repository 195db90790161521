import { HTML_VOID } from "../parse/text/htmlNames.ts"
import { escapeHtml, plainText } from "../parse/text/plainText.ts"

/** Articles do not nest this deep. */
const NESTING_MAX = 2_000
/** Elements that HTML allows to leave open; long articles have many, but not so many. */
const LEFT_OPEN_MAX = 10_000

/**
 * Reduces HTML with extreme nesting to its text: the tree builder of the sanitiser takes quadratic time (280,000 nested
 * tags: 22 s).
 */
export const flattenDeep = (html: string): string => {
  let nesting = 0
  let leftOpen = 0
  for (const [, slash, written = ""] of html.matchAll(TAG)) {
    const name = written.toLowerCase()
    if (HTML_VOID.has(name)) continue
    const step = slash === "/" ? -1 : 1
    if (MAY_STAY_OPEN.has(name)) leftOpen = Math.max(0, leftOpen + step)
    else nesting = Math.max(0, nesting + step)
    if (nesting > NESTING_MAX || leftOpen > LEFT_OPEN_MAX) return `<p>${escapeHtml(plainText(html))}</p>`
  }
  return html
}

const TAG = /<(\/?)([A-Za-z][A-Za-z0-9]{0,15})/g
const MAY_STAY_OPEN = new Set("p li dt dd tr td th thead tbody tfoot option rt rp".split(" "))
