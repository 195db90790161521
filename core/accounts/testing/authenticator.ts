import { STEP_MS } from "../formRules.ts"
import { hotp, stepAt } from "../twoStep/totp.ts"

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
/** Codes that expire sooner are not used, because they might arrive too late. */
const LEFT_MS_MIN = 4_000
const LOOK_MS = 100

/** An authenticator for a base32 secret: returns each code once, and none that is about to expire. */
export const makeAuthenticator = (secret: string) => {
  let shown = 0
  return {
    next: async (): Promise<string> => {
      while (stepAt(Date.now()) <= shown || STEP_MS - (Date.now() % STEP_MS) < LEFT_MS_MIN) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
      }
      shown = stepAt(Date.now())
      return hotp(fromBase32(secret), shown)
    },
  }
}

/** The code of a base32 secret at a time. */
export const codeAt = (secret: string, ms: number): string => hotp(fromBase32(secret), stepAt(ms))

const fromBase32 = (text: string): Uint8Array => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("")
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
