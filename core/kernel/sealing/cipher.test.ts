import { randomBytes } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decrypt, encrypt, KEY_BYTES } from "./cipher.ts"

const key = randomBytes(KEY_BYTES)
const bytes = fc.uint8Array({ maxLength: 300 })

describe("the cipher", () => {
  it("decrypts what it encrypted", () => {
    fc.assert(
      fc.property(bytes, fc.string(), (plain, associated) => {
        expect(decrypt(key, associated, encrypt(key, associated, plain)).equals(Buffer.from(plain))).toBe(true)
      }),
    )
  })

  it("refuses any other key, associated text or byte", () => {
    fc.assert(
      fc.property(bytes, fc.string(), fc.nat(), (plain, associated, at) => {
        const sealed = encrypt(key, associated, plain)
        expect(() => decrypt(randomBytes(KEY_BYTES), associated, sealed)).toThrow()
        expect(() => decrypt(key, `${associated}.`, sealed)).toThrow()
        const changed = Buffer.from(sealed)
        const index = at % changed.length
        changed.writeUInt8((changed.readUInt8(index) + 1) % 256, index)
        expect(() => decrypt(key, associated, changed)).toThrow()
        expect(() => decrypt(key, associated, sealed.subarray(1))).toThrow()
      }),
    )
  })

  it("never encrypts the same text to the same bytes twice", () => {
    expect(encrypt(key, "a", Buffer.from("x")).equals(encrypt(key, "a", Buffer.from("x")))).toBe(false)
  })
})
