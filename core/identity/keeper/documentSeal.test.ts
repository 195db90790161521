import { describe, expect, it } from "vitest"
import { makeKeyPair, openDocument, sealDocument } from "./documentSeal.ts"

const BINDING = { checkId: "check", personId: "person", docId: "document", kind: "passport", side: "front" }
const image = new Uint8Array(1_000).fill(7)

describe("the key of a document", () => {
  it("is another one for each document, and opens it only with the keeper's private key and its binding", () => {
    const [keeper, other] = [makeKeyPair(), makeKeyPair()]
    const first = sealDocument(image, BINDING, keeper.publicKey)
    const second = sealDocument(image, BINDING, keeper.publicKey)
    expect(second.wrapped.enc).not.toBe(first.wrapped.enc)
    expect(new Uint8Array(openDocument(first, BINDING, keeper.privateKey))).toEqual(image)
    expect(() => openDocument(first, BINDING, other.privateKey)).toThrow()
    expect(() => openDocument(first, { ...BINDING, side: "back" }, keeper.privateKey)).toThrow()
    expect(() => openDocument({ ...first, wrapped: second.wrapped }, BINDING, keeper.privateKey)).toThrow()
    const cut = { ...first, sealed: first.sealed.subarray(0, -1) }
    expect(() => openDocument(cut, BINDING, keeper.privateKey)).toThrow()
  })
})
