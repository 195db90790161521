import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"
import type { ClaimKind } from "./claims/Claim.ts"
import { CODE_LENGTH, INVITE_LENGTH } from "./formRules.ts"
import { base32Of } from "./names/randomCode.ts"

const KEY_BYTES = 32
const UUID_BYTES = 16
/** Bytes of a claim's digest: 160 bits. */
const DIGEST_BYTES = 20

/** The account and code of a link in a mail. */
export type CodeLink = { readonly personId: string; readonly codeId: string }

/**
 * Values derived from the master key: digits and links of codes, and ids of claims. They are not stored, so that read access
 * to the database reveals neither valid codes nor the addresses behind claims.
 */
export class Secrets extends Context.Service<
  Secrets,
  {
    /** The six digits of a code. */
    digitsOf(codeId: string): string
    /** Compares the digits of a code in constant time. */
    isDigitsOf(codeId: string, digits: string): boolean
    /** The token of a mailed link: base64url with account, code and MAC. */
    linkTokenOf(link: CodeLink): string
    /** Parses and verifies a link token; null if it is invalid. */
    readLinkToken(token: string): CodeLink | null
    /** The stream id of a claim on a normalised text; differs between installations. */
    claimIdOf(kind: ClaimKind, text: string): string
    /** The code of an invitation. */
    inviteCodeOf(inviteId: string): string
    /** The stream id of the invitation with this normalised code, whether or not it exists. */
    inviteStreamOf(code: string): string
    /** The id of a member's nth invitation. */
    inviteIdOf(personId: string, number: number): string
  }
>()("core/accounts/Secrets") {
  static layerOf(masterKey: Uint8Array) {
    return Layer.succeed(Secrets, make(masterKey))
  }
  static readonly layer = Layer.effect(
    Secrets,
    Effect.map(AppConfig, ({ masterKey }) => make(Redacted.value(masterKey))),
  )
}

const make = (masterKey: Uint8Array) => {
  const keyOf = (purpose: string) => Buffer.from(hkdfSync("sha256", masterKey, "", `quire: ${purpose}`, KEY_BYTES))
  const [digitsKey, linkKey, claimKey] = [keyOf("digits of codes"), keyOf("links of codes"), keyOf("names of claims")]
  const [inviteKey, ownInviteKey] = [keyOf("codes of invitations"), keyOf("invitations of members")]
  const digestOf = (kind: string, text: string) =>
    macOf(claimKey, `${kind}\n${text}`).subarray(0, DIGEST_BYTES).toString("base64url")
  const macOf = (key: Buffer, text: string | Buffer) => createHmac("sha256", key).update(text).digest()

  // 48 bits modulo a million: the bias of any value is below 4e-9.
  const digitsOf = (codeId: string) =>
    String(macOf(digitsKey, codeId).readUIntBE(0, 6) % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, "0")

  return Secrets.of({
    digitsOf,
    isDigitsOf: (codeId, digits) =>
      timingSafeEqual(macOf(digitsKey, digitsOf(codeId)), macOf(digitsKey, digits.trim())),

    linkTokenOf: ({ personId, codeId }) => {
      const about = Buffer.concat([bytesOf(personId), bytesOf(codeId)])
      return Buffer.concat([about, macOf(linkKey, about)]).toString("base64url")
    },
    readLinkToken: (token) => {
      const bytes = Buffer.from(token, "base64url")
      if (bytes.length !== 2 * UUID_BYTES + KEY_BYTES) return null
      const about = bytes.subarray(0, 2 * UUID_BYTES)
      if (!timingSafeEqual(bytes.subarray(2 * UUID_BYTES), macOf(linkKey, about))) return null
      return { personId: uuidOf(about.subarray(0, UUID_BYTES)), codeId: uuidOf(about.subarray(UUID_BYTES)) }
    },

    claimIdOf: digestOf,
    inviteCodeOf: (inviteId) => base32Of(macOf(inviteKey, inviteId), INVITE_LENGTH),
    inviteStreamOf: (code) => digestOf("invite", code),
    inviteIdOf: (personId, number) => macOf(ownInviteKey, `${personId}\n${number}`).toString("base64url"),
  })
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex")

const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
