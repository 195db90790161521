import { randomBytes } from "node:crypto"

/** Crockford's base32: no letter that is read as another one. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Characters that nobody guesses, five bits each. */
export const randomCode = (length: number): string => base32Of(randomBytes(length), length)

/** The first characters that bytes stand for, five bits of each byte. */
export const base32Of = (bytes: Uint8Array, length: number): string =>
  Array.from(bytes.subarray(0, length), (byte) => ALPHABET[byte & 31]).join("")

/** A text as somebody typed it, with what is easily mistaken put right (Crockford's rules) and its dashes gone. */
export const readBase32 = (text: string): string =>
  text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")
