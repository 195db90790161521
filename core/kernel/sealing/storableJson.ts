/** A program passed data that the store must never get: a defect, not a refusal. */
export class InvalidAppend extends Error {
  override readonly name = "InvalidAppend"
}

/**
 * Serialises a value to JSON that PostgreSQL can store, for event columns and for read models that copy sealed data.
 * @throws InvalidAppend that says what is wrong with `what`
 */
export const storableJson = (what: string, value: unknown): string => {
  const text: string | undefined = JSON.stringify(value)
  if (text === undefined) throw new InvalidAppend(`${what} is not JSON`)
  if (text.includes("\\u") && UNSTORABLE.test(text)) {
    throw new InvalidAppend(`${what} holds U+0000 or half a surrogate pair, which PostgreSQL cannot keep in JSON`)
  }
  return text
}

/** Whether PostgreSQL can store a text in JSON: no U+0000 and no lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** The size of a text in bytes. @throws InvalidAppend if it is more than `max` */
export const checkBytes = (what: string, text: string, max: number): number => {
  const bytes = Buffer.byteLength(text)
  if (bytes > max) throw new InvalidAppend(`${what} has ${bytes} bytes: ${max} are allowed`)
  return bytes
}

/** JSON.stringify escapes a lone surrogate, but writes a pair as it is. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/
