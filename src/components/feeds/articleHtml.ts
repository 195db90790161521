import { imageUrl } from "#src/web/images/imageUrl.ts"

/** Twice the width of the text column, in the next size that the picture proxy makes. */
const PICTURE_WIDTH = 1_280

/**
 * An article that was cleaned when it was fetched (core/syndication/sanitise), as it stands in our page: pictures come through
 * our own proxy, its landmarks are plain boxes, because the page has its own, and its headings stand below the page's.
 * Works on what the sanitiser writes: attributes in double quotes, with every angle bracket in them escaped.
 */
export const articleHtml = (clean: string): string =>
  clean
    .replace(/<img\b[^>]*>/g, proxied("src"))
    .replace(/<video\b[^>]*>/g, proxied("poster"))
    .replace(LANDMARK, "<$1div")
    .replace(/<(\/?)h1\b/g, "<$1h2")

const LANDMARK = /<(\/?)(?:main|header|footer|aside|nav|section|article)\b/g

/** Leads an attribute's address through the proxy. One that the proxy cannot take is left out: the page may not load it. */
const proxied = (name: string) => {
  const attribute = new RegExp(` ${name}="([^"]*)"`)
  return (tag: string): string =>
    tag.replace(attribute, (_, address: string) => {
      const proxy = imageUrl(unescaped(address), PICTURE_WIDTH)
      return proxy === null ? "" : ` ${name}="${proxy.replaceAll("&", "&amp;")}"`
    })
}

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&")
