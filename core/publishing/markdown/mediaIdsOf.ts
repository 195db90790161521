import { mediaIdOf, parsePost, walkTokens } from "./parser.ts"

/** Identities of the files that a text shows or links to, each once, in order. */
export const mediaIdsOf = (markdown: string): ReadonlyArray<string> => {
  if (!/media:/i.test(markdown)) return []
  const found = new Set<string>()
  walkTokens(parsePost(markdown), (token) => {
    const mediaId = mediaIdOf(String(token.attrGet("src") ?? token.attrGet("href") ?? ""))
    if (mediaId !== null) found.add(mediaId)
  })
  return [...found]
}
