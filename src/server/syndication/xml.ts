/** An element of XML: `element("title", {}, "A & B")`. Attributes without a value are left out. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>> = {},
  ...content: ReadonlyArray<Xml | string>
): Xml => {
  const named = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join("")
  const inner = content.map((each) => (typeof each === "string" ? escapeXml(each) : each.xml)).join("")
  return { xml: inner === "" ? `<${name}${named}/>` : `<${name}${named}>${inner}</${name}>` }
}

/** XML that is written already. */
export type Xml = { readonly xml: string }

export const document = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`

const escapeXml = (text: string): string =>
  text
    .replace(FORBIDDEN, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")

/** What no XML 1.0 document may hold, not even as a reference. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
