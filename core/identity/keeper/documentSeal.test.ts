import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core"
import { describe, expect, it } from "vitest"
import { makeKeyPair, openDocument, sealDocument } from "./documentSeal.ts"
import { NodeHkdfSha256 } from "./NodeHkdfSha256.ts"

const BINDING = { checkId: "check", personId: "person", docId: "document", kind: "passport", side: "front" }
const image = new Uint8Array(1_000).fill(7)

const suiteWith = (kdf: HkdfSha256) => new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf, aead: new Aes256Gcm() })
const bytes = (text: string) => new Uint8Array(Buffer.from(text)).buffer

describe("the key of a document", () => {
  it("is wrapped as the HPKE library does it alone, in both directions", async () => {
    const [ours, theirs] = [suiteWith(new NodeHkdfSha256()), suiteWith(new HkdfSha256())]
    const { publicKey, privateKey } = await theirs.kem.generateKeyPair()
    for (const [sender, recipient] of [[ours, theirs] as const, [theirs, ours] as const]) {
      const info = bytes("info")
      const { enc, ct } = await sender.seal({ recipientPublicKey: publicKey, info }, bytes("the key"), bytes("bound"))
      const plain = await recipient.open({ recipientKey: privateKey, enc, info }, ct, bytes("bound"))
      expect(Buffer.from(plain).toString()).toBe("the key")
    }
  })

  it("is another one for each document, and opens it only with the keeper's private key and its binding", async () => {
    const [keeper, other] = [await makeKeyPair(), await makeKeyPair()]
    const first = await sealDocument(image, BINDING, keeper.publicKey)
    const second = await sealDocument(image, BINDING, keeper.publicKey)
    expect(second.wrapped.enc).not.toBe(first.wrapped.enc)
    expect(new Uint8Array(await openDocument(first, BINDING, keeper.privateKey))).toEqual(image)
    await expect(openDocument(first, BINDING, other.privateKey)).rejects.toThrow()
    await expect(openDocument(first, { ...BINDING, side: "back" }, keeper.privateKey)).rejects.toThrow()
    await expect(openDocument({ ...first, wrapped: second.wrapped }, BINDING, keeper.privateKey)).rejects.toThrow()
    const cut = { ...first, sealed: first.sealed.subarray(0, -1) }
    await expect(openDocument(cut, BINDING, keeper.privateKey)).rejects.toThrow()
  })
})
