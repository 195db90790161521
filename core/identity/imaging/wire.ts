import type { Quality } from "./measureQuality.ts"

/** 40 million pixels take 160 MB decoded. */
export const PIXELS_MAX = 40_000_000

/** Whether a file is a PDF from its first byte on. */
export const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString("latin1") === "%PDF-"

/** What the imaging process does with the image that it gets. */
export type ImagingTask = {
  /** The text of the watermark. */
  readonly text: string
  /** The longer side of the result in pixels. */
  readonly sidePxMax: number
  /** A card or a passport page, no letter. */
  readonly isCard: boolean
  /** The mark of the copy, or the mark of a look, which runs across it. */
  readonly mark: "copy" | "look"
}
export type ImagingResult = { readonly quality: Quality; readonly image: Uint8Array }

const LENGTH_BYTES = 4

/** The answer of the imaging process: the length of a JSON text, the text, and the image. */
export const encodeResult = (quality: Quality, image: Uint8Array): Buffer => {
  const text = Buffer.from(JSON.stringify(quality))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, image])
}

/** @throws if the bytes are no answer */
export const decodeResult = (bytes: Buffer): ImagingResult => {
  const length = bytes.readUInt32BE(0)
  const quality = JSON.parse(bytes.toString("utf8", LENGTH_BYTES, LENGTH_BYTES + length)) as Quality
  return { quality, image: bytes.subarray(LENGTH_BYTES + length) }
}
