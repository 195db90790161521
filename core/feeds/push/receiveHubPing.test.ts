import { createHmac } from "node:crypto"
import { describe, expect, it } from "vitest"
import { isSignedBy } from "./receiveHubPing.ts"

const body = Buffer.from("<feed/>")
const sign = (method: string, secret = "secret", bytes: Uint8Array = body) =>
  `${method}=${createHmac(method, secret).update(bytes).digest("hex")}`

describe("the signature of news", () => {
  it.each(["sha1", "sha256", "sha384", "sha512"])("by %s is believed, in any case of letters", (method) => {
    expect(isSignedBy("secret", body, sign(method))).toBe(true)
    expect(isSignedBy("secret", body, sign(method).toUpperCase())).toBe(true)
  })

  it.each([
    ["nothing", null],
    ["an empty one", ""],
    ["another secret's", sign("sha256", "other")],
    ["another text's", sign("sha256", "secret", Buffer.from("<feed />"))],
    ["a weaker method", sign("md5")],
    ["a method under another name", sign("sha1").replace("sha1", "sha256")],
    ["half of it", sign("sha256").slice(0, -32)],
    ["the digest alone", sign("sha256").slice("sha256=".length)],
  ])("%s is not believed", (_, signature) => expect(isSignedBy("secret", body, signature)).toBe(false))
})
