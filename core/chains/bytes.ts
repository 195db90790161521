import type { Hex } from "./Chain.ts"

/** Decodes hexadecimal text to bytes. */
export const bytesOf = (hex: Hex): Uint8Array => new Uint8Array(Buffer.from(hex, "hex"))

/** Encodes bytes as lower-case hexadecimal text. */
export const hexOf = (bytes: Uint8Array): Hex => Buffer.from(bytes).toString("hex")
