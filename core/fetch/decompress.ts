import { promisify } from "node:util"
import zlib from "node:zlib"

const CODINGS_MAX = 3

/** A document has more bytes than allowed. */
export class BytesExceeded extends Error {}

/** Compressed bytes cannot be read. */
export class DamagedCompression extends Error {}

/**
 * Decodes the codings of a Content-Encoding header, the last one first. Throws BytesExceeded at more than `bytesMax`
 * bytes, which stops compression bombs. An unknown coding, or one that does not match the bytes (both are common), leaves
 * them unchanged; a truncated body gives its beginning.
 */
export const decompress = async (bytes: Uint8Array, contentEncoding: string, bytesMax: number): Promise<Uint8Array> => {
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity")
  if (codings.length > CODINGS_MAX) throw new DamagedCompression(`${codings.length} codings`)
  let plain = bytes
  for (const coding of codings.reverse()) plain = await undo(coding, plain, bytesMax)
  return plain
}

const undo = async (coding: string, bytes: Uint8Array, maxOutputLength: number): Promise<Uint8Array> => {
  const decoder = decoderOf(coding, bytes)
  if (decoder === null || bytes.length === 0) return bytes
  try {
    return await decoder(bytes, maxOutputLength)
  } catch (error) {
    const tooLarge = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    throw tooLarge ? new BytesExceeded() : new DamagedCompression(coding, { cause: error })
  }
}

type Decoder = (bytes: Uint8Array, maxOutputLength: number) => Promise<Uint8Array>

const decoderOf = (coding: string, bytes: Uint8Array): Decoder | null => {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  switch (coding) {
    case "gzip":
    case "x-gzip":
      return first === 0x1f && second === 0x8b ? gunzip : null
    case "deflate":
      // `deflate` means the zlib format, but some servers send raw deflate.
      return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0 ? inflate : inflateRaw
    case "br":
      return brotli
    case "zstd":
      return first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd ? zstd : null
    default:
      return null
  }
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants
const gunzipAll = promisify<zlib.InputType, zlib.ZlibOptions, Uint8Array>(zlib.gunzip)
const inflateAll = promisify<zlib.InputType, zlib.ZlibOptions, Uint8Array>(zlib.inflate)
const inflateRawAll = promisify<zlib.InputType, zlib.ZlibOptions, Uint8Array>(zlib.inflateRaw)
const brotliAll = promisify<zlib.InputType, zlib.BrotliOptions, Uint8Array>(zlib.brotliDecompress)
const zstdAll = promisify<zlib.InputType, zlib.ZstdOptions, Uint8Array>(zlib.zstdDecompress)

const gunzip: Decoder = (bytes, maxOutputLength) => gunzipAll(bytes, { maxOutputLength, finishFlush: Z_SYNC_FLUSH })
const inflate: Decoder = (bytes, maxOutputLength) => inflateAll(bytes, { maxOutputLength, finishFlush: Z_SYNC_FLUSH })
const inflateRaw: Decoder = (bytes, maxOutputLength) =>
  inflateRawAll(bytes, { maxOutputLength, finishFlush: Z_SYNC_FLUSH })
const brotli: Decoder = (bytes, maxOutputLength) =>
  brotliAll(bytes, { maxOutputLength, finishFlush: BROTLI_OPERATION_FLUSH })
const zstd: Decoder = (bytes, maxOutputLength) => zstdAll(bytes, { maxOutputLength, finishFlush: ZSTD_e_flush })
