/** A JSON number that is not a safe integer, as its own digits. */
const SAFE_INTEGER = /^-?(0|[1-9]\d{0,14})$/

/**
 * Parses JSON without loss of precision: integers of up to 15 digits stay numbers, all other numbers become strings as
 * written (`0.10000000`, `1e-8`), to be parsed digit by digit. No amount is ever a floating-point number.
 * @throws SyntaxError
 */
export const parseExactly = (text: string): unknown =>
  JSON.parse(text, exact as (key: string, value: unknown) => unknown)

/** The third argument of a reviver: the number as it was written. */
interface JsonSource {
  readonly source?: string
}

const exact = (_key: string, value: unknown, { source }: JsonSource): unknown =>
  typeof value === "number" && source !== undefined && !SAFE_INTEGER.test(source) ? source : value
