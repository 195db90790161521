/** Crockford base32: without letters that look like digits. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const [GROUP, LETTER_BITS, HEX_DIGITS] = [4, 5n, 10]
const LETTER_COUNT = 2 * GROUP
/** The end of a UUID, or of a transaction id followed by its output. */
const TAIL = /([0-9a-f]{10})(?:\.\d{1,9})?$/

/**
 * A short number of a receipt, such as `7K3F-92QD`: the last 40 bits of the id of the donation, withdrawal or transaction.
 * Both parties see the same one. Null for bookings of the platform, which have no such id.
 */
export const receiptNumber = (reference: string | null): string | null => {
  const tail = TAIL.exec(reference ?? "")?.[1]
  if (tail === undefined) return null
  let bits = BigInt(`0x${tail}`)
  let text = ""
  for (let place = 0; place < LETTER_COUNT; place += 1) {
    text = `${LETTERS[Number(bits & 31n)]}${text}`
    bits >>= LETTER_BITS
  }
  return `${text.slice(0, GROUP)}-${text.slice(GROUP)}`
}

/** The part of the id that a typed receipt number stands for, as hexadecimal text; null if the text is no number. */
export const receiptTail = (text: string): string | null => {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")
  if (letters.length !== LETTER_COUNT) return null
  const places = [...letters].map((letter) => LETTERS.indexOf(letter))
  if (places.includes(-1)) return null
  return places
    .reduce((bits, place) => (bits << LETTER_BITS) | BigInt(place), 0n)
    .toString(16)
    .padStart(HEX_DIGITS, "0")
}
