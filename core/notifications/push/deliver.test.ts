import { expect, it } from "vitest"
import { authorizer, vapidKeysOf } from "./deliver.ts"
import { readVapid } from "./testing/pushService.ts"

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
