import { expect, it } from "vitest"
import { translator } from "../../i18n/index.ts"
import { csvLine, csvRow } from "./csv.ts"

it("quotes cells with separators, as RFC 4180 requires", () => {
  expect(csvLine(["plain", 'say "so"', "one,two", "two\nlines", " spaced", "李明"])).toBe(
    'plain,"say ""so""","one,two","two\nlines"," spaced",李明\r\n',
  )
})

it.each(["=1+2", "+49 30", "-x", "@SUM(A1)", "\t=1", "  =HYPERLINK()", "＝1", "-1+1"])(
  "prefixes %j so that spreadsheets do not run it",
  (text) => expect(csvLine([text]).replaceAll('"', "")).toBe(`'${text}\r\n`),
)

it.each(["-0.5", "12", "0.00000001"])("writes the amount %s as a number", (text) =>
  expect(csvLine([text])).toBe(`${text}\r\n`),
)

it("writes a movement exactly, with a display name that looks like a formula", () => {
  const movement = {
    position: 17,
    account: "available:1:01890000-0000-7000-8000-000000000001",
    assetTypeId: 1,
    purpose: "donation",
    amount: -1_500_000n,
    balance: 123_456_789_012_345_678_901n,
    other: { userCode: "QI1", channelCode: null, displayName: "=cmd|' /C calc'!A0" },
    reference: "donation-01890000-0000-7000-8000-0000000000ff",
    at: new Date("2026-11-22T03:00:00Z"),
  } as const
  expect(csvRow(translator("de"), movement, "1,50 EUR")).toBe(
    "0000-007Z,2026-11-22T03:00:00.000Z,Spende,BTC,-0.015,1234567890123.45678901,'=cmd|' /C calc'!A0 (QI1),donation-01890000-0000-7000-8000-0000000000ff,\"1,50 EUR\"\r\n",
  )
})
