import { parsePost, walkTokens } from "./parser.ts"

/** Addresses of the pictures on other sites that a text shows, each once, in order. */
export const pictureAddressesOf = (markdown: string): ReadonlyArray<string> => {
  if (!markdown.includes("![")) return []
  const found = new Set<string>()
  walkTokens(parsePost(markdown), (token) => {
    const address = token.type === "image" ? String(token.attrGet("src") ?? "") : ""
    if (/^https?:\/\//i.test(address)) found.add(address)
  })
  return [...found]
}
