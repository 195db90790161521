import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto"
import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig } from "#core/kernel"

/** Days after which the link of a letter shows the public part alone. */
export const MAIL_LINK_DAYS = 30

/** What the link of a letter opens: one post, as this person may read it when they open it. */
export type MailedPost = { readonly postId: string; readonly personId: string }

/**
 * Links in letters about new posts. A link replaces a sign-in for one post: its level is looked up whenever it is used, so
 * it shows nothing that its recipient may not read any more. It is not stored, and changes nothing.
 */
export class PostMailLinks extends Context.Service<
  PostMailLinks,
  {
    /** The token of a link, valid for `MAIL_LINK_DAYS`. */
    tokenOf(mailed: MailedPost, nowMs: number): string
    /** Reads a token; null if it is wrong or too old. */
    read(token: string, nowMs: number): MailedPost | null
  }
>()("core/publishing/PostMailLinks") {
  static readonly layer = Layer.effect(
    PostMailLinks,
    Effect.map(AppConfig, ({ masterKey }) => makeMailLinks(Redacted.value(masterKey))),
  )
}

const [UUID_BYTES, DAY_BYTES, MAC_BYTES, KEY_BYTES] = [16, 4, 16, 32]
const BODY_BYTES = 2 * UUID_BYTES + DAY_BYTES
const DAY_MS = 86_400_000
const TOKEN = /^[\w-]{70}$/

export const makeMailLinks = (masterKey: Uint8Array) => {
  const key = Buffer.from(hkdfSync("sha256", masterKey, "", "quire: posts opened from mail", KEY_BYTES))
  const macOf = (body: Buffer) => createHmac("sha256", key).update(body).digest().subarray(0, MAC_BYTES)

  return PostMailLinks.of({
    tokenOf: ({ postId, personId }, nowMs) => {
      const body = Buffer.alloc(BODY_BYTES)
      body.write(postId.replaceAll("-", ""), 0, "hex")
      body.write(personId.replaceAll("-", ""), UUID_BYTES, "hex")
      body.writeUInt32BE(Math.floor(nowMs / DAY_MS) + MAIL_LINK_DAYS, 2 * UUID_BYTES)
      return Buffer.concat([body, macOf(body)]).toString("base64url")
    },
    read: (token, nowMs) => {
      if (!TOKEN.test(token)) return null
      const bytes = Buffer.from(token, "base64url")
      const [body, mac] = [bytes.subarray(0, BODY_BYTES), bytes.subarray(BODY_BYTES)]
      if (mac.length !== MAC_BYTES || !timingSafeEqual(mac, macOf(body))) return null
      const isOld = Math.floor(nowMs / DAY_MS) > body.readUInt32BE(2 * UUID_BYTES)
      return isOld ? null : { postId: uuidAt(body, 0), personId: uuidAt(body, UUID_BYTES) }
    },
  })
}

const uuidAt = (bytes: Buffer, at: number): string => {
  const hex = bytes.toString("hex", at, at + UUID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
