/** How ids of items begin: twelve characters of Crockford's base32 are 60 bits. */
const BEGINNING = 12
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
const NUMBER_MAX = 1n << 60n
const LONG = "tag:google.com,2005:reader/item/"
const HEX_DIGITS = 16

/**
 * The number by which apps know an item: the first 60 bits of its id, which is a digest. It follows from the id alone, so it
 * is the same after every rebuild, and finds the item by the index of the ids. It has no sign in 64 bits, which some apps
 * print and others do not; two of ten million items share one with a chance of 1 to 20,000.
 */
export const itemNumber = (itemId: string): bigint => {
  let number = 0n
  for (const character of itemId.slice(0, BEGINNING)) number = number * 32n + BigInt(ALPHABET.indexOf(character))
  return number
}

/** The item's id as lists of articles have it. */
export const longItemId = (itemId: string): string => LONG + itemNumber(itemId).toString(16).padStart(HEX_DIGITS, "0")

/** The item's id as lists of ids have it. */
export const shortItemId = (itemId: string): string => itemNumber(itemId).toString()

/**
 * How the id of an item begins that an app names: in the long form, in hexadecimal alone, filled up with zeros or not, or in
 * decimal. Digits alone may be either, and then both are answered, the decimal first; none where it is no id of ours.
 */
export const beginningsOf = (text: string): ReadonlyArray<string> => {
  const isLong = text.startsWith(LONG)
  const digits = isLong ? text.slice(LONG.length) : text
  const decimal = isLong || !/^[1-9]\d{0,18}$/.test(digits) ? [] : [BigInt(digits)]
  const hexadecimal = /^[0-9a-f]{1,16}$/i.test(digits) ? [BigInt(`0x${digits}`)] : []
  return [...decimal, ...hexadecimal].filter((number) => number < NUMBER_MAX).map(beginningOf)
}

const beginningOf = (number: bigint): string => {
  let text = ""
  for (let rest = number; text.length < BEGINNING; rest /= 32n) text = ALPHABET.charAt(Number(rest % 32n)) + text
  return text
}
