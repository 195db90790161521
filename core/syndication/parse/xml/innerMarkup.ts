import { resolveAddress } from "../resolveAddress.ts"
import { HTML_VOID } from "../text/htmlNames.ts"
import { escapeHtml } from "../text/plainText.ts"
import type { XmlElement } from "./XmlElement.ts"

/**
 * The content of an element as HTML.
 * @param texts `source`: texts are HTML that was escaped in the document and decoded once; `words`: texts are plain, as
 * in XHTML
 */
export const innerMarkup = (element: XmlElement, texts: "source" | "words"): string => {
  const parts: Array<string> = []
  const write = (parent: XmlElement): void => {
    for (const child of parent.children) {
      if (typeof child === "string") {
        parts.push(texts === "source" ? child : escapeHtml(child))
        continue
      }
      parts.push("<", child.local)
      for (const [name, value] of child.attributes) {
        if (name.includes(":") || name.includes("}") || !ATTRIBUTE.test(name)) continue
        const address = child.base !== null && ADDRESSES.has(name) ? resolveAddress(value, child.base) : null
        parts.push(" ", name, '="', escapeHtml(address ?? value), '"')
      }
      if (HTML_VOID.has(child.local) && child.children.length === 0) {
        parts.push(">")
        continue
      }
      parts.push(">")
      write(child)
      parts.push("</", child.local, ">")
    }
  }
  write(onlyWrapper(element) ?? element)
  return parts.join("").trim()
}

/** Atom's XHTML has a `div` around it that is not content. */
const onlyWrapper = (element: XmlElement): XmlElement | null => {
  const children = element.children.filter((child) => typeof child !== "string" || child.trim() !== "")
  const [only] = children
  if (children.length !== 1 || only === undefined || typeof only === "string" || only.local !== "div") return null
  return only.attributes.size === 0 ? only : null
}

const ATTRIBUTE = /^[a-z][a-z\d-]*$/
const ADDRESSES = new Set(["href", "src", "cite", "poster", "longdesc", "data", "background", "action"])
