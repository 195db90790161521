import { randomBytes } from "node:crypto"

/** Crockford's base32, without letters that are easily confused. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Random characters, five bits each. */
export const randomCode = (length: number): string => base32Of(randomBytes(length), length)

/** Encodes five bits of each byte as a character. */
export const base32Of = (bytes: Uint8Array, length: number): string =>
  Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte & 31]).join("")

/** Normalises typed base32: corrects easily confused characters (Crockford's rules) and removes dashes and spaces. */
export const readBase32 = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")
