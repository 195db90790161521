import { domainToASCII } from "node:url"
import { Result } from "effect"
import {
  DISPLAY_NAME,
  DISPLAY_NAME_LENGTH_MAX,
  DISPLAY_NAME_LENGTH_MIN,
  EMAIL_LENGTH_MAX,
  USER_CODE,
  USER_NAME,
  USER_NAME_LENGTH_MAX,
  USER_NAME_LENGTH_MIN,
} from "../formRules.ts"
import { UnfitField } from "../refusals.ts"

type Read = Result.Result<string, UnfitField>

/**
 * Normalises an email address: lower case, the host in ASCII. Local parts that differ only in case are one mailbox at
 * every relevant provider, although RFC 5321 allows them to differ.
 */
export const readEmail = (text: string): Read => {
  const [, local = "", host = ""] = ADDRESS.exec(text.trim().normalize("NFC")) ?? []
  const ascii = domainToASCII(host.toLowerCase())
  const email = `${local.toLowerCase()}@${ascii}`
  return HOST.test(ascii) && email.length <= EMAIL_LENGTH_MAX
    ? Result.succeed(email)
    : Result.fail(new UnfitField({ field: "email", problem: "email" }))
}

/** The local part of RFC 5321, 4.1.2 without quotes, and letters of any script (RFC 6531). */
const ADDRESS = /^([\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*)@([^\s@]{1,255})$/u
const HOST = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Reads a display name: NFC, single spaces. Names that suggest the operators of the site are refused. */
export const readDisplayName = (text: string): Read => {
  const name = text.normalize("NFC").trim().replaceAll(/\s+/g, " ")
  const length = [...name].length
  if (length < DISPLAY_NAME_LENGTH_MIN) return unfit("displayName", "displayName.short")
  if (length > DISPLAY_NAME_LENGTH_MAX) return unfit("displayName", "displayName.long")
  if (!DISPLAY_NAME.test(name)) return unfit("displayName", "format")
  return isOfficial(name) ? unfit("displayName", "userName.reserved") : Result.succeed(name)
}

/** Whether a name is a reserved word, or names the product together with one ("Quire Support"). */
const isOfficial = (name: string): boolean => {
  const words = name
    .normalize("NFKD")
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((word) => word.replaceAll(/\p{M}/gu, ""))
    .filter((word) => word !== "")
  return (
    RESERVED.has(words.join("")) ||
    (words.includes("quire") && words.some((word) => RESERVED.has(word) && word !== "quire"))
  )
}

/** Reads a user name. User names are unique regardless of case. */
export const readUserName = (text: string): Read => {
  const name = text.trim()
  if (name.length < USER_NAME_LENGTH_MIN) return unfit("userName", "userName.short")
  if (name.length > USER_NAME_LENGTH_MAX) return unfit("userName", "userName.long")
  if (!USER_NAME.test(name)) return unfit("userName", "format")
  return RESERVED.has(name.toLowerCase().replaceAll("_", ""))
    ? unfit("userName", "userName.reserved")
    : Result.succeed(name)
}

/** Names that suggest the operators of the site. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    "abuse admin administrator anonymous contact deleted everyone guest help hostmaster info moderator noreply " +
    "official operator owner postmaster quire quireofficial quireteam root security staff support system webmaster"
  ).split(" "),
)

export const readUserCode = (text: string): Read => {
  const code = text.trim().toUpperCase()
  return USER_CODE.test(code) ? Result.succeed(code) : unfit("userCode", "userCode")
}

const unfit = (field: string, problem: UnfitField["problem"]): Read => Result.fail(new UnfitField({ field, problem }))
