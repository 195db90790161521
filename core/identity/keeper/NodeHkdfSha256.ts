import { createHmac, hkdfSync } from "node:crypto"
import { HkdfSha256 } from "@hpke/core"

type Bytes = ArrayBufferLike | ArrayBufferView

/**
 * HKDF-SHA256 for HPKE without WebCrypto: its calls wait for a thread each, which takes longer than the few hashes of a
 * key schedule.
 */
export class NodeHkdfSha256 extends HkdfSha256 {
  override async extract(salt: Bytes, ikm: Bytes): Promise<ArrayBuffer> {
    const key = bytesOf(salt)
    const mac = createHmac("sha256", key.length === 0 ? new Uint8Array(this.hashSize) : key)
    return new Uint8Array(mac.update(bytesOf(ikm)).digest()).buffer
  }

  override async extractAndExpand(salt: Bytes, ikm: Bytes, info: Bytes, length: number): Promise<ArrayBuffer> {
    return hkdfSync("sha256", bytesOf(ikm), bytesOf(salt), bytesOf(info), length)
  }
}

const bytesOf = (given: Bytes): Uint8Array =>
  ArrayBuffer.isView(given) ? new Uint8Array(given.buffer, given.byteOffset, given.byteLength) : new Uint8Array(given)
