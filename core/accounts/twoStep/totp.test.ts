import { describe, expect, it } from "vitest"
import { authenticatorUri, hotp, isCodeOf, stepAt, toBase32 } from "./totp.ts"

const secretOf = (length: number) => Buffer.from("1234567890".repeat(7).slice(0, length))

describe("one-time passwords", () => {
  it("are those of RFC 4226, appendix D", () => {
    const codes = Array.from({ length: 10 }, (_, counter) => hotp(secretOf(20), counter))
    expect(codes.join(" ")).toBe("755224 287082 359152 969429 338314 254676 287922 162583 399871 520489")
  })

  it.each([
    [59, "94287082", "46119246", "90693936"],
    [1_111_111_109, "07081804", "68084774", "25091201"],
    [1_111_111_111, "14050471", "67062674", "99943326"],
    [1_234_567_890, "89005924", "91819424", "93441116"],
    [2_000_000_000, "69279037", "90698825", "38618901"],
    [20_000_000_000, "65353130", "77737706", "47863826"],
  ] as const)("are those of RFC 6238, appendix B, at %d s", (seconds, sha1, sha256, sha512) => {
    const step = stepAt(seconds * 1_000)
    expect(hotp(secretOf(20), step, { digits: 8 })).toBe(sha1)
    expect(hotp(secretOf(32), step, { digits: 8, hash: "SHA256" })).toBe(sha256)
    expect(hotp(secretOf(64), step, { digits: 8, hash: "SHA512" })).toBe(sha512)
  })

  it("are compared whole", () => {
    expect(isCodeOf(secretOf(20), 1, "287082")).toBe(true)
    for (const wrong of ["287083", "28708", "2870820", "", "２８７０８２"]) {
      expect(isCodeOf(secretOf(20), 1, wrong)).toBe(false)
    }
  })
})

it.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
] as const)("writes %j in base32 as RFC 4648, section 10 does, without padding", (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32)
})

it("names the account in the address that authenticators read", () => {
  const uri = new URL(authenticatorUri({ issuer: "Quire & Co", label: "anna+1@example.org", secret: secretOf(20) }))
  expect(uri.protocol).toBe("otpauth:")
  expect(decodeURIComponent(uri.pathname)).toBe("/Quire & Co:anna+1@example.org")
  expect(uri.href).not.toContain("+")
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    issuer: "Quire & Co",
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  })
})
