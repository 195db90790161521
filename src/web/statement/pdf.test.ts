import { expect, it } from "vitest"
import type { Movement } from "#projections/wallet"
import { translator } from "../../i18n/index.ts"
import { formatOf } from "../../lib/format.ts"
import { queueStatement, STATEMENT_ROWS_MAX, statementPdf } from "./pdf.ts"
import { QUEUED_PDF_COUNT_MAX } from "./pdfDocument.ts"
import { fontRuns, printableName } from "./pdfText.ts"
import { unicodesIn } from "./testing/unicodesIn.ts"

it.each([
  ["Grüße 李明 Ωμεγα Иван ひらがな", "han"],
  ["Łukasz Žižek, Nguyễn Thị Ợ, Σωκράτης, Їжак", "latin"],
  ["अनिता शर्मा", "latin"],
  ["김민수 Kim", "hangul"],
  ["יוסף כהן", "hebrew"],
  ["محمد علي", "arabic"],
  ["پریسا می\u200cخواهم", "arabic"],
])("prints %j in the font %s", (text, font) => expect(fontRuns(text)).toMatchObject([{ font, text }]))

it("splits a text by fonts if no font has all glyphs, and drops invisible characters", () => {
  expect(fontRuns("김민수 Їжак 陳")?.map(({ font, text }) => `${font} ${text}`)).toEqual([
    "hangul 김민수 ",
    "latin Їжак ",
    "han 陳",
  ])
  expect(fontRuns("e\u0301\u202f1\u200b2")).toEqual([{ font: "han", text: "é 12", isRightToLeft: false }])
})

it.each(["สมชาย", "ნინო", "Anna 😀", "علي 12", "Ali علي"])(
  "prints the code of a person with the name %j",
  (displayName) => {
    expect(fontRuns(displayName)).toBeNull()
    expect(printableName({ displayName, userCode: "QI1" })).toBe("QI1")
  },
)

const movement: Movement = {
  position: 1,
  account: "available:1:01890000-0000-7000-8000-000000000001",
  assetTypeId: 1,
  purpose: "donation",
  amount: -1_000n,
  balance: 10n ** 20n,
  other: { userCode: "QI1", channelCode: null, displayName: "陳大文" },
  reference: null,
  at: new Date("2026-11-22T03:00:00Z"),
}

const statement = {
  t: translator("zh-Hant"),
  format: formatOf("zh-Hant", "Asia/Taipei"),
  timeZone: "Asia/Taipei",
  displayName: "王小明",
  userCode: "QI2",
  isDemo: true,
  from: null,
  until: null,
  createdAt: new Date("2026-11-22T04:00:00Z"),
  totals: null,
  worthsOf: async () => [],
}

it("refuses a statement while the queue is full, and accepts one afterwards", async () => {
  const gate = Promise.withResolvers<void>()
  async function* pages() {
    await gate.promise
    yield [movement]
  }
  const draw = () => queueStatement({ ...statement, displayName: null, pages: pages() })
  const waiting = Array.from({ length: QUEUED_PDF_COUNT_MAX + 1 }, draw)
  expect(await draw()).toBe("busy")
  gate.resolve()
  expect((await Promise.all(waiting)).every((document) => document !== "busy")).toBe(true)
  expect(await draw()).not.toBe("busy")
})

it("writes a PDF with embedded fonts and a limited number of rows", async () => {
  let requested = 0
  const pages = (async function* () {
    while (true) {
      requested += 100
      yield Array<Movement>(100).fill(movement)
    }
  })()
  const total = { account: movement.account, kind: "available", assetTypeId: 1, opening: 0n, changes: [], closing: 7n }
  const pdf = await statementPdf({ ...statement, totals: { accounts: [total] }, pages })
  const text = Buffer.from(pdf).toString("latin1")
  expect(text.startsWith("%PDF-1.")).toBe(true)
  expect(text).toContain("/FontFile3")
  expect(unicodesIn(pdf)).toEqual(expect.arrayContaining([..."陳大文王小明對帳單捐贈示範鏈期初期末7"]))
  expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(20)
  expect(requested).toBe(STATEMENT_ROWS_MAX + 100)
})

it("prints names in many scripts, truncates long ones, and prints codes instead of missing glyphs", async () => {
  const names = ["김민수", "محمد", "יוסף", "Žižek", "สมชาย", "ضصثقفغعهخح".repeat(9)]
  const pages = (async function* () {
    yield names.map((displayName) => ({ ...movement, other: { userCode: "XWZ9", channelCode: null, displayName } }))
  })()
  const found = unicodesIn(await statementPdf({ ...statement, displayName: "Ґанна", pages }))
  expect(found).toEqual(expect.arrayContaining([..."김민수محمدיוסףŽžҐ…XWZ9"]))
  for (const missing of "สมชาย□") expect(found).not.toContain(missing)
})
