/** Cuts HTML to `max` characters between tags, words and references. Open elements are closed by the next parser. */
export const cutHtml = (html: string, max: number): string => {
  if (html.length <= max) return html
  const cut = html.slice(0, max).replace(/[\ud800-\udbff]$/, "")
  const open = cut.lastIndexOf("<")
  if (open > cut.lastIndexOf(">")) return cut.slice(0, open)
  const space = cut.search(/\s\S{0,200}$/)
  return space > cut.lastIndexOf(">") && space >= 0 ? cut.slice(0, space) : cut.replace(/&[^\s;&<>]{0,40}$/, "")
}
