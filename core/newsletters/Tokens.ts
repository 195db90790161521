import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"

const KEY_BYTES = 32
const UUID_BYTES = 16
/** Bytes of the tag, which is the nonce too: 96 bits. */
const TAG_BYTES = 12
const BLOCK_BYTES = 16
const DIGEST_BYTES = 20

/** What a link out of mail leaves: the list of one channel, or the digest of all. */
export type OutLink = { readonly personId: string; readonly channelId: number | "digest" }

/**
 * Tokens in links and return paths of newsletters. They are derived from the master key and not stored, so a link to
 * unsubscribe works as long as the mail exists, also after its reader's account was deleted. They reveal nothing: the ids
 * are encrypted, and the nonce is a MAC of them (as in RFC 5297), so the same ids give the same token.
 */
export class Tokens extends Context.Service<
  Tokens,
  {
    outTokenOf(link: OutLink): string
    /** Null for a token that we did not make. */
    readOutToken(token: string): OutLink | null
    /** The local part of a letter's return path (VERP): letters and digits in lower case. */
    bounceTokenOf(letterId: number): string
    readBounceToken(token: string): number | null
    /** Names an address in the suppression list. */
    digestOf(address: string): string
  }
>()("core/newsletters/Tokens") {
  static layerOf(masterKey: Uint8Array) {
    return Layer.succeed(Tokens, make(masterKey))
  }
  static readonly layer = Layer.effect(
    Tokens,
    Effect.map(AppConfig, ({ masterKey }) => make(Redacted.value(masterKey))),
  )
}

const make = (masterKey: Uint8Array) => {
  const keyOf = (purpose: string) =>
    Buffer.from(hkdfSync("sha256", masterKey, "", `quire: newsletters: ${purpose}`, KEY_BYTES))
  const [macKey, cipherKey, digestKey] = [keyOf("tags"), keyOf("tokens"), keyOf("addresses")]
  const tagOf = (purpose: string, plain: Buffer) =>
    createHmac("sha256", macKey).update(`${purpose}\n`).update(plain).digest().subarray(0, TAG_BYTES)
  const nonceOf = (tag: Buffer) => Buffer.concat([tag], BLOCK_BYTES)

  const seal = (purpose: string, plain: Buffer): Buffer => {
    const tag = tagOf(purpose, plain)
    const cipher = createCipheriv("aes-256-ctr", cipherKey, nonceOf(tag))
    return Buffer.concat([tag, cipher.update(plain), cipher.final()])
  }
  const open = (purpose: string, sealed: Buffer, length: number): Buffer | null => {
    if (sealed.length !== TAG_BYTES + length) return null
    const tag = sealed.subarray(0, TAG_BYTES)
    const decipher = createDecipheriv("aes-256-ctr", cipherKey, nonceOf(tag))
    const plain = Buffer.concat([decipher.update(sealed.subarray(TAG_BYTES)), decipher.final()])
    return timingSafeEqual(tag, tagOf(purpose, plain)) ? plain : null
  }
  /** Only the one spelling that we write: decoders ignore the last bits of base64url. */
  const fromBase64 = (token: string) => {
    const bytes = Buffer.from(/^[\w-]{1,100}$/.test(token) ? token : "", "base64url")
    return bytes.toString("base64url") === token ? bytes : Buffer.alloc(0)
  }

  return Tokens.of({
    outTokenOf: ({ personId, channelId }) => {
      const channel = Buffer.alloc(4)
      // 0 is no channel's number.
      channel.writeUInt32BE(channelId === "digest" ? 0 : channelId)
      return seal("out", Buffer.concat([bytesOf(personId), channel])).toString("base64url")
    },
    readOutToken: (token) => {
      const plain = open("out", fromBase64(token), UUID_BYTES + 4)
      if (plain === null) return null
      const channelId = plain.readUInt32BE(UUID_BYTES)
      return { personId: uuidOf(plain.subarray(0, UUID_BYTES)), channelId: channelId === 0 ? "digest" : channelId }
    },
    bounceTokenOf: (letterId) => {
      const plain = Buffer.alloc(8)
      plain.writeBigUInt64BE(BigInt(letterId))
      // Hexadecimal, because some servers change the case of local parts.
      return seal("bounce", plain).toString("hex")
    },
    readBounceToken: (token) => {
      const sealed = Buffer.from(/^[0-9a-f]{40}$/i.test(token) ? token : "", "hex")
      const plain = open("bounce", sealed, 8)
      return plain === null ? null : Number(plain.readBigUInt64BE())
    },
    digestOf: (address) =>
      createHmac("sha256", digestKey)
        .update(address.trim().toLowerCase())
        .digest()
        .subarray(0, DIGEST_BYTES)
        .toString("base64url"),
  })
}

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex")

const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString("hex")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
