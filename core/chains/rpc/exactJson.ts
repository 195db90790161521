/** A number in JSON that is no safe whole number, by its own digits. */
const WHOLE = /^-?(0|[1-9]\d{0,14})$/

/**
 * Reads JSON whose numbers lose nothing: whole ones of up to 15 digits stay numbers, every other becomes the text that stood
 * there (`0.10000000`, `1e-8`), to be read digit by digit. No amount is ever a floating-point number.
 * @throws SyntaxError
 */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, exact as (key: string, value: unknown) => unknown)

/** What engines hand to a reviver as well: the number as it was written. */
interface Source {
  readonly source?: string
}

const exact = (_key: string, value: unknown, { source }: Source): unknown =>
  typeof value === "number" && source !== undefined && !WHOLE.test(source) ? source : value
