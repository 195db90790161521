/** Characters that a field for amounts takes. */
export const AMOUNT_LENGTH_MAX = 40

/** A field for a decimal number after somebody changed it. */
export type DecimalEdit = {
  readonly text: string
  readonly caret: number
  /** What stood there before the change, as this rule left it. */
  readonly before: string
  readonly decimals: number
  /** Typed or deleted character by character; otherwise pasted, dropped or filled in. */
  readonly isTyped: boolean
}

/**
 * What a field for decimal numbers makes of a change (specification, section 5): digits and one dot, a zero before a
 * leading dot, no more decimals than allowed. A stray typed character is ignored; whatever else is no number leaves the
 * field empty, a negative one too. A typed comma counts as the dot, because the keyboards of some languages have no other.
 */
export const fitDecimal = (edit: DecimalEdit): { readonly text: string; readonly caret: number } => {
  const text = [...edit.text].map((character) => NARROW.get(character) ?? character).join("")
  return edit.isTyped ? fitTyped({ ...edit, text: text.replaceAll(",", ".") }) : fitGiven({ ...edit, text })
}

/** What `pattern` of an input says of the same: digits, then perhaps a dot and decimals. */
export const decimalPattern = (decimals: number): string => (decimals === 0 ? "\\d+" : `\\d+(?:\\.\\d{1,${decimals}})?`)

const fitTyped = ({ text, caret, before, decimals }: DecimalEdit) => {
  const cleaned = keep(text)
  // A second dot would move the first: what was typed then counts for nothing.
  if (cleaned.split(".").length > 2 || cleaned.length > AMOUNT_LENGTH_MAX)
    return { text: before, caret: Math.max(0, Math.min(before.length, caret - (text.length - before.length))) }
  return cut(cleaned, keep(text.slice(0, caret)).length, decimals)
}

const fitGiven = ({ text, decimals }: DecimalEdit) => {
  const trimmed = text.trim()
  const isNumber = /^\d*\.?\d*$/.test(trimmed) && /\d/.test(trimmed) && trimmed.length <= AMOUNT_LENGTH_MAX
  const given = isNumber ? trimmed.replace(/\.$/, "") : ""
  return cut(given, AMOUNT_LENGTH_MAX, decimals)
}

const keep = (text: string): string => text.replaceAll(/[^0-9.]/g, "")

/** Puts the zero in front, and cuts what is too fine. */
const cut = (text: string, caret: number, decimals: number) => {
  const led = text.startsWith(".") ? `0${text}` : text
  const [whole = "", fraction] = led.split(".")
  const fitted = fraction === undefined || decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
  return { text: fitted, caret: Math.min(fitted.length, caret + led.length - text.length) }
}

/** Digits and full stops of the width of Chinese characters, as input methods write them. */
const NARROW: ReadonlyMap<string, string> = new Map([
  ...Array.from("０１２３４５６７８９", (wide, digit) => [wide, `${digit}`] as const),
  ["．", "."],
  ["。", "."],
])
