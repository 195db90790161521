import { describe, expect, it } from "vitest"
import { appTokenOf, isTokenOf, readAppToken } from "./ReaderAppTokens.ts"

const key = Buffer.alloc(32, 7)
const owner = {
  personId: "01890000-0000-7000-8000-0000000000aa",
  passwordId: "01890000-0000-7000-8000-0000000000bb",
}
const token = appTokenOf(key, owner, "hash")

describe("the token of a reader app", () => {
  it("names the person and the password, and fits into a header", () => {
    expect(readAppToken(token)).toEqual(owner)
    expect(readAppToken(appTokenOf(key, { ...owner, passwordId: null }, "hash"))).toEqual({
      ...owner,
      passwordId: null,
    })
    expect(token).toMatch(/^[\w-]{86}$/)
  })

  it("is not valid with another key, another password or another person", () => {
    expect(isTokenOf(key, owner, "hash", token)).toBe(true)
    expect(isTokenOf(Buffer.alloc(32, 8), owner, "hash", token)).toBe(false)
    expect(isTokenOf(key, owner, "another hash", token)).toBe(false)
    const other = { ...owner, personId: "01890000-0000-7000-8000-0000000000cc" }
    expect(isTokenOf(key, other, "hash", token)).toBe(false)
  })

  it.each(["", "abc", `${token}A`, token.slice(1), `${token.slice(0, -1)}=`, "anna/0123456789", "ü".repeat(86)])(
    "passes over %j",
    (text) => {
      expect(readAppToken(text)).toBeNull()
    },
  )
})
