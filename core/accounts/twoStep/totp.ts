import { HOTP, Secret, TOTP } from "otpauth"
import { CODE_LENGTH, STEP_MS } from "../formRules.ts"

/** RFC 4226, section 4, R6: 160 bits are recommended. */
export const SECRET_BYTES = 20

type Shape = { readonly digits?: number; readonly hash?: "SHA1" | "SHA256" | "SHA512" }

/**
 * The one-time password of a counter (RFC 4226, section 5.3). Authenticators agree on SHA-1 and six digits; many ignore
 * an address that asks for anything else.
 */
export const hotp = (
  secret: Uint8Array,
  counter: number,
  { digits = CODE_LENGTH, hash = "SHA1" }: Shape = {},
): string => HOTP.generate({ secret: secretOf(secret), counter, digits, algorithm: hash })

/** The time step of a moment (RFC 6238, section 4.2: 30 s, counted from 1970). */
export const stepAt = (nowMs: number): number => TOTP.counter({ period: STEP_MS / 1_000, timestamp: nowMs })

/** Checks the digits of a time step in constant time. */
export const isCodeOf = (secret: Uint8Array, step: number, digits: string): boolean =>
  // The library throws for characters of more than one byte.
  /^\d+$/.test(digits) &&
  HOTP.validate({ token: digits, secret: secretOf(secret), digits: CODE_LENGTH, counter: step, window: 0 }) !== null

/** Address for the QR code of an authenticator ("Key URI Format" by Google). */
export const authenticatorUri = ({ issuer, label, secret }: AuthenticatorEntry): string =>
  new TOTP({ issuer, label, secret: secretOf(secret), digits: CODE_LENGTH, period: STEP_MS / 1_000 }).toString()

export type AuthenticatorEntry = {
  readonly issuer: string
  /** The account's name in the authenticator app. */
  readonly label: string
  readonly secret: Uint8Array
}

/** RFC 4648, section 6, without padding. */
export const toBase32 = (bytes: Uint8Array): string => secretOf(bytes).base32

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })
