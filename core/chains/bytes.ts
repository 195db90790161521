import type { Hex } from "./Chain.ts"

/** Bytes of hexadecimal text. */
export const bytesOf = (hex: Hex): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"))

/** Bytes as lower-case hexadecimal text. */
export const hexOf = (bytes: Uint8Array): Hex => Buffer.from(bytes).toString("hex")
