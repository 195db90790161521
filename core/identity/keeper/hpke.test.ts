import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core"
import { describe, expect, it } from "vitest"
import { generateHpkeKeyPair, makeHpke, privateKeyOf, publicKeyOf, rawPrivateKey, rawPublicKey } from "./hpke.ts"

const hex = (text: string) => Buffer.from(text, "hex")
const pairOf = (privateKey: string, publicKey: string) => ({
  privateKey: privateKeyOf(hex(privateKey)),
  publicKey: publicKeyOf(hex(publicKey)),
})

/** RFC 9180, appendix A.1.1: DHKEM(X25519, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode, sequence number 0. */
const ephemeral = pairOf(
  "52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736",
  "37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431",
)
const recipient = pairOf(
  "4612c550263fc8ad58375df3f557aac531d26850903e55a9f23f21d8534e8ac8",
  "3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d",
)
const rfc = makeHpke(hex("4f6465206f6e2061204772656369616e2055726e"), "aes-128-gcm")
const associated = hex("436f756e742d30")
const plain = hex("4265617574792069732074727574682c20747275746820626561757479")
const SEALED = "f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a"

describe("HPKE with Node's own cryptography", () => {
  it("seals and opens as the vector of RFC 9180 does", () => {
    const message = rfc.seal(recipient.publicKey, { plain, associated }, ephemeral)
    expect(Buffer.from(message.enc)).toEqual(rawPublicKey(ephemeral.publicKey))
    expect(Buffer.from(message.sealed).toString("hex")).toBe(SEALED)
    expect(rfc.open(recipient, message, associated)).toEqual(plain)
  })

  it("understands another implementation with AES-256-GCM, in both directions", async () => {
    const kem = new DhkemX25519HkdfSha256()
    const theirs = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() })
    const [own, ours] = [generateHpkeKeyPair(), makeHpke(Buffer.from("info"))]
    const bytes = (given: Uint8Array) => new Uint8Array(given).buffer
    const info = bytes(Buffer.from("info"))
    const recipientPublicKey = await kem.deserializePublicKey(bytes(rawPublicKey(own.publicKey)))
    const sent = await theirs.seal({ recipientPublicKey, info }, bytes(plain), bytes(associated))
    expect(ours.open(own, { enc: Buffer.from(sent.enc), sealed: Buffer.from(sent.ct) }, associated)).toEqual(plain)
    const { enc, sealed } = ours.seal(own.publicKey, { plain, associated })
    const recipientKey = await kem.deserializePrivateKey(bytes(rawPrivateKey(own.privateKey)))
    const opened = await theirs.open({ recipientKey, enc: bytes(enc), info }, bytes(sealed), bytes(associated))
    expect(Buffer.from(opened)).toEqual(plain)
  })

  it("opens nothing for another key, info, binding or byte, and refuses public keys of low order", () => {
    const message = rfc.seal(recipient.publicKey, { plain, associated })
    const changed = (bytes: Uint8Array) => Buffer.concat([bytes.subarray(0, -1), Buffer.of((bytes.at(-1) ?? 0) ^ 1)])
    for (const open of [
      () => rfc.open(generateHpkeKeyPair(), message, associated),
      () => makeHpke(Buffer.from("other"), "aes-128-gcm").open(recipient, message, associated),
      () => rfc.open(recipient, message, Buffer.from("other")),
      () => rfc.open(recipient, { ...message, enc: changed(message.enc) }, associated),
      () => rfc.open(recipient, { ...message, sealed: changed(message.sealed) }, associated),
      () => rfc.open(recipient, { ...message, sealed: message.sealed.subarray(0, 15) }, associated),
      () => rfc.open(recipient, { ...message, enc: Buffer.alloc(32) }, associated),
      () => rfc.seal(publicKeyOf(Buffer.alloc(32)), { plain, associated }),
    ])
      expect(open).toThrow()
  })
})
