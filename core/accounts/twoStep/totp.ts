import { createHmac, timingSafeEqual } from "node:crypto"
import { CODE_LENGTH } from "../sizes.ts"
import { STEP_MS } from "./sizes.ts"

/** RFC 4226, section 4, R6: 160 bits are recommended. */
export const SECRET_BYTES = 20

type Shape = { readonly digits?: number; readonly hash?: "sha1" | "sha256" | "sha512" }

/**
 * The one-time password of a counter (RFC 4226, section 5.3). Authenticators agree on SHA-1 and six digits; many ignore
 * an address that asks for anything else.
 */
export const hotp = (secret: Uint8Array, counter: number, { digits = CODE_LENGTH, hash = "sha1" }: Shape = {}) => {
  const moving = Buffer.alloc(8)
  moving.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac(hash, secret).update(moving).digest()
  const offset = (mac.at(-1) ?? 0) & 0x0f
  const cut = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(cut % 10 ** digits).padStart(digits, "0")
}

/** The time step that a moment lies in (RFC 6238, section 4.2: 30 s, counted from 1970). */
export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS)

/** Whether digits are the code of a time step; takes the same time for all of the right length. */
export const isCodeOf = (secret: Uint8Array, step: number, digits: string): boolean => {
  const [code, given] = [Buffer.from(hotp(secret, step)), Buffer.from(digits)]
  return code.length === given.length && timingSafeEqual(code, given)
}

/** What an authenticator reads from a QR code: the "Key URI Format" that Google's began and all others took over. */
export const authenticatorUri = ({ issuer, label, secret }: AuthenticatorEntry): string => {
  // Some read a plus sign in a query as a plus sign: blanks are written as %20.
  const [name, account] = [encodeURIComponent(issuer), encodeURIComponent(label)]
  const rest = `algorithm=SHA1&digits=${CODE_LENGTH}&period=${STEP_MS / 1_000}`
  return `otpauth://totp/${name}:${account}?secret=${toBase32(secret)}&issuer=${name}&${rest}`
}

export type AuthenticatorEntry = {
  readonly issuer: string
  /** Whose account it is, as authenticators list it. */
  readonly label: string
  readonly secret: Uint8Array
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** RFC 4648, section 6, without padding. */
export const toBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]).join("")
}
