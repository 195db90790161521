const ENTITY = /&(?=#?[a-z0-9]{1,40};)/gi

/** Text as Markdown that is read as the same text. */
export const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]]/g, "\\$&")
    // Within words, an underscore is one.
    .replace(/(?<![\p{L}\p{N}_])_|_(?![\p{L}\p{N}_])|_(?=_)|(?<=_)_/gu, "\\_")
    .replace(/<(?=[a-z!/?])/gi, "\\<")
    .replace(/~(?=~|$)|(?<=~|^)~/g, "\\~")
    .replace(ENTITY, "\\&")
    // A line ends with its block.
    .replaceAll(/\r?\n/g, "&#10;")
    // Addresses are links by themselves, also while the words of a link are looked for.
    .replace(/(https?|mailto):/gi, "$1\\:")

export const inlineCode = (text: string): string => {
  const fence = "`".repeat(freeRun(text))
  const isPadded = /^`|`$/.test(text) || (/^ .* $/s.test(text) && text.trim() !== "")
  return isPadded ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`
}

/** The length of a run of backticks that the text does not have. */
const freeRun = (text: string): number => {
  const runs = new Set([...text.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length += 1
  return length
}

/** The address of a link or picture, with its title, as they stand in brackets. */
export const linkTarget = (href: string, title: string | number | boolean | null): string => {
  if (href === "" && title === null) return ""
  const address = /^[^\s<>()\\]+$/.test(href)
    ? href.replace(ENTITY, "\\&")
    : `<${href
        .replace(/[\\<>]/g, "\\$&")
        .replaceAll(/[\r\n]+/g, "%0A")
        .replace(ENTITY, "\\&")}>`
  if (title === null) return address
  const words = String(title).replace(/[\\"]/g, "\\$&").replace(ENTITY, "\\&").replaceAll(/\r?\n/g, "&#10;")
  return `${address} "${words}"`
}
