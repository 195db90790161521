import crypto, { randomBytes } from "node:crypto"
import { describe, expect, it, vi } from "vitest"
import { authorizer, vapidKeysOf } from "./deliver.ts"
import { encrypt, MESSAGE_BYTES_MAX } from "./encrypt.ts"
import { makeReceiver, readVapid } from "./testing/pushService.ts"

it("encrypts the example of RFC 8291, appendix A, to the byte", () => {
  const target = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  }
  // The library draws both for each message; the example fixes them.
  const ecdh = crypto.createECDH("prime256v1")
  ecdh.setPrivateKey(Buffer.from("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url"))
  Object.assign(ecdh, { generateKeys: () => ecdh.getPublicKey() })
  vi.spyOn(crypto, "createECDH").mockReturnValueOnce(ecdh)
  const salt: (size: number) => Buffer = () => Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url")
  vi.spyOn(crypto, "randomBytes").mockImplementationOnce(salt as typeof crypto.randomBytes)
  const body = encrypt(Buffer.from("When I grow up, I want to be a watermelon"), target)
  vi.restoreAllMocks()
  expect(body.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  )
})

it("can be decrypted only by its browser, up to the longest message", () => {
  const receiver = makeReceiver()
  for (const length of [0, 1, MESSAGE_BYTES_MAX]) {
    const message = randomBytes(length)
    const body = encrypt(message, receiver.keys)
    expect(body.length).toBeLessThanOrEqual(4_096)
    expect(receiver.decrypt(body).equals(message)).toBe(true)
    expect(() => makeReceiver().decrypt(body)).toThrow()
  }
  expect(() => encrypt(Buffer.alloc(MESSAGE_BYTES_MAX + 1), receiver.keys)).toThrow(RangeError)
})

it("refuses a key that is not on the curve", () => {
  const p256dh = Buffer.alloc(65, 4).toString("base64url")
  expect(() => encrypt(Buffer.of(1), { ...makeReceiver().keys, p256dh })).toThrow()
})

describe("deliver", () => {
  const MASTER_KEY = new Uint8Array(32).fill(7)
  const NOW_MS = Date.UTC(2026, 0, 31)
  const keys = vapidKeysOf(MASTER_KEY)

  it("derives the key pair from the master key: equal in all processes, different per installation", () => {
    expect(vapidKeysOf(MASTER_KEY).publicKey).toBe(keys.publicKey)
    expect(vapidKeysOf(new Uint8Array(32)).publicKey).not.toBe(keys.publicKey)
    expect(Buffer.from(keys.publicKey, "base64url")).toHaveLength(65)
  })

  it("signs a token for one push service that is valid for half a day", () => {
    const authorize = authorizer(keys, "mailto:editor@quire.example")
    const { key, header, claims } = readVapid(authorize("https://push.example/send/1?x=2", NOW_MS))
    expect(key).toBe(keys.publicKey)
    expect(header).toEqual({ typ: "JWT", alg: "ES256" })
    expect(claims).toEqual({
      aud: "https://push.example",
      exp: NOW_MS / 1_000 + 43_200,
      sub: "mailto:editor@quire.example",
    })
    expect(readVapid(authorize("https://other.example/1", NOW_MS)).claims["aud"]).toBe("https://other.example")
  })

  it("reuses a token until shortly before it expires", () => {
    const authorize = authorizer(keys, "mailto:editor@quire.example")
    const at = (hours: number) => authorize("https://push.example/1", NOW_MS + hours * 3_600_000)
    const first = at(0)
    expect(at(10)).toBe(first)
    expect(at(11)).not.toBe(first)
  })
})
