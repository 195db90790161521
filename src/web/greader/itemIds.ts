/** Twelve characters of Crockford's base32 are 60 bits. */
const PREFIX_LENGTH = 12
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
const NUMBER_MAX = 1n << 60n
const LONG = "tag:google.com,2005:reader/item/"
const HEX_DIGITS = 16

/**
 * The number by which apps identify an item: the first 60 bits of its id, which is a digest. It depends on the id alone, so it
 * survives rebuilds, and the index on ids finds the item. 60 bits avoid the sign bit, which some apps print and others do not.
 * Among ten million items, the chance that two share a number is 1 in 20,000.
 */
export const itemNumber = (itemId: string): bigint => {
  let number = 0n
  for (const character of itemId.slice(0, PREFIX_LENGTH)) number = number * 32n + BigInt(ALPHABET.indexOf(character))
  return number
}

/** The id form used in lists of articles. */
export const longItemId = (itemId: string): string => LONG + itemNumber(itemId).toString(16).padStart(HEX_DIGITS, "0")

/** The id form used in lists of ids. */
export const shortItemId = (itemId: string): string => itemNumber(itemId).toString()

/**
 * The id prefixes that an app's item id may stand for: the long form, hexadecimal with or without leading zeros, or decimal.
 * Plain digits may be either, so both are returned, decimal first; empty if it is none of our ids.
 */
export const itemIdPrefixes = (text: string): ReadonlyArray<string> => {
  const isLong = text.startsWith(LONG)
  const digits = isLong ? text.slice(LONG.length) : text
  const decimal = isLong || !/^[1-9]\d{0,18}$/.test(digits) ? [] : [BigInt(digits)]
  const hexadecimal = /^[0-9a-f]{1,16}$/i.test(digits) ? [BigInt(`0x${digits}`)] : []
  return [...decimal, ...hexadecimal].filter((number) => number < NUMBER_MAX).map(prefixOf)
}

const prefixOf = (number: bigint): string => {
  let text = ""
  for (let rest = number; text.length < PREFIX_LENGTH; rest /= 32n) text = ALPHABET.charAt(Number(rest % 32n)) + text
  return text
}
