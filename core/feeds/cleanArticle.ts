import { cutText, plainText, SUMMARY_LENGTH_MAX, sanitiseArticle } from "#core/syndication"
import { toStorable } from "./toStorable.ts"

/** Cleans HTML written by a member like the articles of feeds. Returns it with its summary and images. */
export const cleanArticle = (html: string) => {
  const { html: clean, images } = sanitiseArticle(toStorable(html), { baseUrl: null })
  return { html: clean, summary: cutText(plainText(clean), SUMMARY_LENGTH_MAX), images }
}
