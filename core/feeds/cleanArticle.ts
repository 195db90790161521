import { SUMMARY_LENGTH_MAX } from "./parse/limits.ts"
import { cutText, plainText } from "./parse/text/plainText.ts"
import { sanitiseArticle } from "./sanitise/sanitiseHtml.ts"
import { storable } from "./storable.ts"

/** HTML that somebody wrote here, cleaned as the articles of feeds are, with the words it begins with and its pictures. */
export const cleanArticle = (html: string) => {
  const { html: clean, images } = sanitiseArticle(storable(html), { baseUrl: null })
  return { html: clean, summary: cutText(plainText(clean), SUMMARY_LENGTH_MAX), images }
}
