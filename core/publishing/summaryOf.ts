import { cutText, SUMMARY_LENGTH_MAX } from "#core/syndication"
import { plainTextOf } from "./markdown/plainTextOf.ts"

/** Characters that are read: more than a summary has, because marks and addresses disappear. */
const READ_LENGTH_MAX = 4_000

/** The beginning of a Markdown text as plain text, for lists. */
export const summaryOf = (markdown: string): string =>
  cutText(plainTextOf(markdown.slice(0, READ_LENGTH_MAX)).replaceAll(/\s+/g, " "), SUMMARY_LENGTH_MAX)
