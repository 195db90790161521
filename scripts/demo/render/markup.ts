const REPLACED: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/** Makes a text safe between tags and inside double quotes, in HTML and XML alike. */
export const escapeMarkup = (text: string): string => text.replace(/[&<>"]/g, (character) => REPLACED[character] ?? "")

/** One XML element; attributes and children that are undefined are left out. Children are markup, not text. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: ReadonlyArray<string | undefined>
): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeMarkup(String(value))}"`)
    .join("")
  const inside = children.filter((child) => child !== undefined).join("")
  return inside === "" ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

/** One XML element around a text. */
export const textElement = (name: string, text: string): string => element(name, {}, escapeMarkup(text))

/** A CDATA section; one that holds its own end mark is cut in two. */
export const cdata = (text: string): string => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`
