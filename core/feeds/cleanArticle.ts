import { cutText, plainText, SUMMARY_LENGTH_MAX, sanitiseArticle } from "#core/syndication"
import { storable } from "./storable.ts"

/** HTML that somebody wrote here, cleaned as the articles of feeds are, with the words it begins with and its pictures. */
export const cleanArticle = (html: string) => {
  const { html: clean, images } = sanitiseArticle(storable(html), { baseUrl: null })
  return { html: clean, summary: cutText(plainText(clean), SUMMARY_LENGTH_MAX), images }
}
