import { measureText } from "#core/publishing"
import { plainText } from "#core/syndication"

/** How long it takes to read an article's markup, in whole minutes; 0 for less than half a minute. */
export const readingMinutes = (html: string): number => measureText(plainText(html)).minutes
