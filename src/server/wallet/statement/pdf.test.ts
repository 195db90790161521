import { inflateSync } from "node:zlib"
import { expect, it } from "vitest"
import type { Movement } from "#projections/wallet"
import { translator } from "../../../i18n/index.ts"
import { formatOf } from "../../../lib/format.ts"
import { STATEMENT_ROWS_MAX, statementPdf } from "./pdf.ts"
import { writable } from "./writable.ts"

it.each([
  ["陳大文 李明", "陳大文 李明"],
  ["Grüße, Łukasz Žižek", "Grüße, Lukasz Zizek"],
  ["e\u0301\u202f1\u200b2", "é 12"],
  ["안 😀", "□ □"],
])("%j is written as %j", (text, written) => expect(writable(text)).toBe(written))

const movement: Movement = {
  position: 1,
  account: "available:1:01890000-0000-7000-8000-000000000001",
  assetTypeId: 1,
  purpose: "donation",
  amount: -1_000n,
  balance: 10n ** 20n,
  other: { userCode: "QI1", displayName: "陳大文" },
  reference: null,
  at: new Date("2026-11-22T03:00:00Z"),
}

it("is a PDF with its font, so that Chinese can be read everywhere, and ends after a bounded number of rows", async () => {
  let asked = 0
  const pages = (async function* () {
    while (true) {
      asked += 100
      yield Array<Movement>(100).fill(movement)
    }
  })()
  const pdf = await statementPdf({
    t: translator("zh-Hant"),
    format: formatOf("zh-Hant", "Asia/Taipei"),
    timeZone: "Asia/Taipei",
    name: "王小明",
    userCode: "QI2",
    from: null,
    until: null,
    made: new Date("2026-11-22T04:00:00Z"),
    pages,
  })
  const text = Buffer.from(pdf).toString("latin1")
  expect(text.startsWith("%PDF-1.")).toBe(true)
  expect(text).toContain("/FontFile3")
  expect(unicodesIn(pdf)).toEqual(expect.arrayContaining([..."陳大文王小明對帳單捐贈"]))
  expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(20)
  expect(asked).toBe(STATEMENT_ROWS_MAX + 100)
})

/** The characters that the font's map to Unicode names, by which a reader searches and copies. */
const unicodesIn = (pdf: Uint8Array): ReadonlyArray<string> => {
  const bytes = Buffer.from(pdf)
  const found: Array<string> = []
  for (const { index } of bytes.toString("latin1").matchAll(/stream\n/g)) {
    try {
      const stream = inflateSync(bytes.subarray(index + 7), { finishFlush: 2 }).toString("latin1")
      if (!stream.includes("beginbfrange")) continue
      for (const [, code = ""] of stream.matchAll(/<([0-9a-f]{4})>/g))
        found.push(String.fromCodePoint(Number.parseInt(code, 16)))
    } catch {
      // Not every stream is compressed.
    }
  }
  return found
}
