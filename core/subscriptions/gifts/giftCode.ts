import { createHash, randomBytes } from "node:crypto"

/** Letters and digits that people do not confuse (Crockford). */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
/** 5 bits each: 120 bits, which nobody guesses. */
const CODE_LETTERS = 24
const GROUP_LETTERS = 6
const ID_LENGTH = 32

/** A new code of a gift, in groups, such as `7Q2ZKD-…`. */
export const makeGiftCode = (): string =>
  [...randomBytes(CODE_LETTERS)]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join("")
    .replaceAll(new RegExp(`.{${GROUP_LETTERS}}(?!$)`, "g"), "$&-")

/** The id of the gift that a code opens, in whatever case and groups it was typed. */
export const giftIdOf = (code: string): string => {
  const typed = code.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1")
  return createHash("sha256").update(`quire gift ${typed}`).digest("hex").slice(0, ID_LENGTH)
}
