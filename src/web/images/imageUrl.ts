import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { memoise } from "#src/lib/memoise.ts"
import { pictureUrl } from "./pictureUrl.ts"

/** Widths of pictures in device pixels (twice the CSS pixels); others are rounded up. */
export const IMAGE_WIDTHS = [64, 128, 320, 480, 640, 960, 1280] as const
export const IMAGE_ADDRESS_LENGTH_MAX = 2_048
const SIGNATURE_LENGTH = 22
/** Cached signed addresses: the pictures of some hundred pages. */
const SIGNED_MAX = 2_000
const signed = memoise<string>(SIGNED_MAX)

/**
 * The address of a publisher's picture on our proxy, so that publishers do not see readers' addresses. It is
 * signed: the proxy fetches only what our pages show. Null without a picture, or if its address is too long.
 */
export const imageUrl = (address: string | null | undefined, width: number): string | null => {
  if (address?.startsWith("picture:") || address?.startsWith("media:")) return storedUrl(address)
  if (!address || address.length > IMAGE_ADDRESS_LENGTH_MAX || !/^https?:\/\//i.test(address)) return null
  const made = widthOf(width)
  return signed(
    `${made} ${address}`,
    () => `/img?${new URLSearchParams({ u: address, w: String(made), s: sign(address, made) })}`,
  )
}

/** The address of a picture that we store: pictureAddress and mediaAddress of core/media. */
const storedUrl = (address: string): string | null => {
  const [, form, key = ""] = /^(picture:header\/|picture:avatar\/|media:)([\w-]{1,64})$/.exec(address) ?? []
  if (form === undefined) return null
  return form === "media:" ? `/media/${key}/image` : pictureUrl(key, form === "picture:header/" ? "header" : "avatar")
}

/** The picture of a signed address, or null if the signature is invalid. */
export const readImageUrl = (query: URLSearchParams): { readonly address: string; readonly width: number } | null => {
  const address = query.get("u") ?? ""
  const width = Number(query.get("w"))
  const given = Buffer.from(query.get("s") ?? "")
  const expected = Buffer.from(sign(address, width))
  return given.length === expected.length && timingSafeEqual(given, expected) ? { address, width } : null
}

const widthOf = (width: number): number => IMAGE_WIDTHS.find((made) => made >= width) ?? 1280

const sign = (address: string, width: number): string =>
  createHmac("sha256", key()).update(`${width}\n${address}`).digest("base64url").slice(0, SIGNATURE_LENGTH)

/**
 * Derived from the master key, so that all processes of an installation use the same key and the master key is used for
 * nothing else. Processes without one (tests, scripts) use a random key.
 */
let derived: Buffer | undefined
const key = (): Buffer => {
  const { MASTER_KEY = randomBytes(SECRET_BYTES).toString("hex") } = process.env
  derived ??= createHmac("sha256", MASTER_KEY).update("image addresses").digest()
  return derived
}
const SECRET_BYTES = 32
