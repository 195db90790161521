import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import { memo } from "#src/lib/memo.ts"

/** Widths in CSS pixels times two that pictures are made in; others are rounded up to the next. */
export const IMAGE_WIDTHS = [64, 128, 320, 480, 640, 960, 1280] as const
export const IMAGE_ADDRESS_LENGTH_MAX = 2_048
const SIGNATURE_LENGTH = 22
/** Signed addresses that are kept: the pictures of some hundred pages, which many readers see. */
const SIGNED_MAX = 2_000
const signed = memo<string>(SIGNED_MAX)

/**
 * The address of a publisher's picture through our own proxy, so that no reader's address reaches the publisher. It is
 * signed: the proxy fetches only what our own pages show. Null where there is no picture or its address is too long.
 */
export const imageUrl = (address: string | null | undefined, width: number): string | null => {
  if (!address || address.length > IMAGE_ADDRESS_LENGTH_MAX || !/^https?:\/\//i.test(address)) return null
  const made = widthOf(width)
  return signed(
    `${made} ${address}`,
    () => `/img?${new URLSearchParams({ u: address, w: String(made), s: sign(address, made) })}`,
  )
}

/** The picture that a signed address asks for, or null where the signature is not ours. */
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
 * Derived from the master key, so that every process of an installation signs alike and the key itself is used for
 * nothing else. A process without one (a test, a script) signs with a key that nobody else knows.
 */
let derived: Buffer | undefined
const key = (): Buffer => {
  const { MASTER_KEY = randomBytes(SECRET_BYTES).toString("hex") } = process.env
  derived ??= createHmac("sha256", MASTER_KEY).update("image addresses").digest()
  return derived
}
const SECRET_BYTES = 32
