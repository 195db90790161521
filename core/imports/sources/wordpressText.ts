/** Characters in the brackets of a shortcode, and between its two ends. */
const CAPTION = /\[caption[^\]]{0,500}\]([\s\S]{0,4000}?)\[\/caption\]/g
const EMBED = /\[embed[^\]]{0,200}\]\s{0,20}(https?:[^\s[\]<]{1,2000})\s{0,20}\[\/embed\]/g
const GALLERY = /\[gallery[^\]]{0,500}?\bids=["“]?([\d, ]{1,2000})["”]?[^\]]{0,500}\]/g
const PLAYER =
  /\[(audio|video)[^\]]{0,500}?\b(?:src|mp3|m4a|ogg|mp4|webm)=["“](https?:[^"”\]\s]{1,2000})["”][^\]]{0,500}\](?:\[\/\1\])?/g

/** Writes the shortcodes of WordPress itself as the HTML that it shows. Those of plug-ins stay as they are. */
export const expandShortcodes = (text: string, attachments: ReadonlyMap<string, string>): string =>
  text
    .replace(CAPTION, (_, inner: string) => {
      const end = inner.lastIndexOf("/>") === -1 ? inner.lastIndexOf("</a>") + 2 : inner.lastIndexOf("/>")
      const closing = inner.indexOf("</a>", end)
      const cut = closing === -1 ? end + 2 : closing + "</a>".length
      return `\n\n<figure>${inner.slice(0, cut)}<figcaption>${inner.slice(cut).trim()}</figcaption></figure>\n\n`
    })
    .replace(EMBED, (_, address: string) => `\n\n${address}\n\n`)
    .replace(GALLERY, (_, ids: string) => {
      const pictures = ids.split(",").flatMap((id) => attachments.get(id.trim()) ?? [])
      return `\n\n<figure>${pictures.map((url) => `<img src="${escapeAttribute(url)}">`).join("")}</figure>\n\n`
    })
    .replace(
      PLAYER,
      (_, kind: string, address: string) => `\n\n<${kind} src="${escapeAttribute(address)}"></${kind}>\n\n`,
    )

const escapeAttribute = (text: string): string => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;")

const BLOCK =
  /^\s{0,200}<\/?(?:address|article|aside|audio|blockquote|details|div|dl|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|section|table|t(?:head|body|foot|r|d|h)|ul|video)\b/i

/**
 * Texts of the classic editor have paragraphs without marks, which WordPress adds when it shows them (`wpautop`): empty
 * lines part paragraphs, single breaks are breaks. Texts of the block editor stay as they are.
 */
export const makeParagraphs = (text: string): string => {
  if (text.includes("<!-- wp:")) return text
  const source = text.replaceAll("\r\n", "\n")
  const lower = source.toLowerCase()
  const parts: Array<string> = []
  for (let at = 0; at < source.length; ) {
    const open = lower.indexOf("<pre", at)
    const close = open === -1 ? -1 : lower.indexOf("</pre>", open)
    if (close === -1) return [...parts, paragraphsOf(source.slice(at))].join("\n")
    // What stands in `pre` keeps its lines.
    parts.push(paragraphsOf(source.slice(at, open)), source.slice(open, close + "</pre>".length))
    at = close + "</pre>".length
  }
  return parts.join("\n")
}

const paragraphsOf = (text: string): string =>
  text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => (BLOCK.test(part) || /^<!--/.test(part) ? part : `<p>${part.replaceAll("\n", "<br>\n")}</p>`))
    .join("\n")
