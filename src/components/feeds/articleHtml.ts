import { imageUrl } from "#src/web/images/imageUrl.ts"

/** Twice the width of the text column, rounded up to a width of the proxy. */
const PICTURE_WIDTH = 1_280

/**
 * Adapts a sanitised article (core/syndication/sanitise) to our page: pictures come through
 * our proxy, landmarks become `div`, because the page has its own, and `h1` becomes `h2`.
 * Relies on the sanitiser's output: double-quoted attributes with escaped angle brackets.
 */
export const articleHtml = (clean: string): string =>
  clean
    .replace(/<img\b[^>]*>/g, proxied("src"))
    .replace(/<video\b[^>]*>/g, proxied("poster"))
    .replace(LANDMARK, "<$1div")
    .replace(/<(\/?)h1\b/g, "<$1h2")

const LANDMARK = /<(\/?)(?:main|header|footer|aside|nav|section|article)\b/g

/** Rewrites an attribute to the proxy. Addresses that the proxy cannot take are removed: the policy forbids them. */
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
