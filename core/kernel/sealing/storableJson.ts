/** A program handed the store what it never may: a defect, not a refusal. */
export class InvalidAppend extends Error {
  override readonly name = "InvalidAppend"
}

/**
 * A value as JSON that PostgreSQL can hold, in a column of an event or in a read model that keeps what was sealed in one.
 * @throws InvalidAppend which says what is wrong with `what`
 */
export const storableJson = (what: string, value: unknown): string => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new InvalidAppend(`${what} is not JSON`)
  if (text.includes("\\u") && UNSTORABLE.test(text)) {
    throw new InvalidAppend(`${what} holds U+0000 or half a surrogate pair, which PostgreSQL cannot keep in JSON`)
  }
  return text
}

/** Whether PostgreSQL can hold a text in JSON: without U+0000 and halves of characters. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** How many bytes a text takes. @throws InvalidAppend where they are more than `max` */
export const checkBytes = (what: string, text: string, max: number): number => {
  const bytes = Buffer.byteLength(text)
  if (bytes > max) throw new InvalidAppend(`${what} has ${bytes} bytes: ${max} are allowed`)
  return bytes
}

/** JSON.stringify writes a half surrogate pair as an escape, and a whole one as itself. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/
