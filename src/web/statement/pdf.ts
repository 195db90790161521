import PDFDocument from "pdfkit"
import { formatUnits } from "#contract/wallet"
import type { Movement, StatementTotals } from "#projections/wallet"
import type { T } from "../../i18n/index.ts"
import { assetOf } from "../../lib/assetTypes.ts"
import type { Format } from "../../lib/format.ts"
import { FONTS, type Font, fontFile, hasGlyph } from "./fonts.ts"

/** A part of a text in one font. */
type FontRun = { readonly font: Font; readonly text: string; readonly isRightToLeft: boolean }

const RIGHT_TO_LEFT: ReadonlySet<Font> = new Set(["hebrew", "arabic"])
const [RTL_FONTS, LTR_FONTS] = [
  FONTS.filter((font) => RIGHT_TO_LEFT.has(font)),
  FONTS.filter((font) => !RIGHT_TO_LEFT.has(font)),
]
/** Right-to-left letters, and characters without direction. Brackets would be mirrored, and digits run left to right. */
const RTL_TEXT = /^[\p{Script=Hebrew}\p{Script=Arabic}\p{M}\u200c\s.'’-]+$/u
/** Invisible control characters, except the zero-width non-joiner of Persian. */
const INVISIBLE = /(?!\u200c)\p{Cf}|\p{Cc}/gu

/**
 * Splits a text into runs of one font each. Null if a character has no glyph in any font, or if the text mixes directions.
 */
export const fontRuns = (text: string): ReadonlyArray<FontRun> | null => {
  const clean = text.normalize("NFC").replaceAll(/\s/g, " ").replaceAll(INVISIBLE, "")
  const isRightToLeft = RTL_TEXT.test(clean) && /\p{L}/u.test(clean)
  const has = (font: Font) => [...clean].every((character) => hasGlyph(font, character))
  // Prefer one font for the whole text.
  const font = (isRightToLeft ? RTL_FONTS : LTR_FONTS).find(has)
  if (font !== undefined) return [{ font, text: clean, isRightToLeft }]
  return isRightToLeft ? null : splitByFont(clean)
}

const splitByFont = (text: string): ReadonlyArray<FontRun> | null => {
  const parts: Array<FontRun> = []
  for (const character of text) {
    const last = parts.at(-1)
    const font = last !== undefined && hasGlyph(last.font, character) ? last.font : fontOf(character)
    if (font === undefined) return null
    if (font === last?.font) parts.splice(-1, 1, { ...last, text: last.text + character })
    else parts.push({ font, text: character, isRightToLeft: false })
  }
  return parts
}

const fontOf = (character: string) => LTR_FONTS.find((font) => hasGlyph(font, character))

/** The display name of a person, or their code if the name cannot be printed. */
export const printableName = ({
  displayName,
  userCode,
}: {
  readonly displayName: string | null
  readonly userCode: string
}) => (displayName !== null && fontRuns(displayName) !== null ? displayName : userCode)

/** Rows of one statement: about thirty pages and one second. CSV has no limit. */
export const STATEMENT_ROWS_MAX = 1_000

/** Statements that wait; one more is being drawn. */
export const QUEUED_STATEMENT_COUNT_MAX = 10

/** In points (1/72 inch). */
const [MARGIN, WIDTH, ROW, TOTALS_ROW, GAP, FOOT] = [40, 515, 20, 14, 8, 60]
const COLUMNS = [
  { name: "time", width: 98 },
  { name: "kind", width: 72 },
  { name: "with", width: 89 },
  { name: "amount", width: 92, isNumber: true },
  { name: "value", width: 74, isNumber: true },
  { name: "balance", width: 90, isNumber: true },
] as const

export type Statement = {
  readonly t: T
  readonly format: Format
  readonly timeZone: string
  readonly displayName: string | null
  readonly userCode: string
  /** Whether the coins are on demo chains. */
  readonly isDemo: boolean
  readonly from: Date | null
  readonly until: Date | null
  readonly createdAt: Date
  /** The balances at both ends of the period; null if the statement is of no period, or filtered. */
  readonly totals: { readonly accounts: ReadonlyArray<StatementTotals> } | null
  readonly pages: AsyncIterable<ReadonlyArray<Movement>>
  /** What movements were worth at their time, as text; null without a rate. */
  readonly worthsOf: (movements: ReadonlyArray<Movement>) => Promise<ReadonlyArray<string | null>>
}

/** Statements are drawn one at a time, because drawing blocks the process. */
let lastDrawn: Promise<unknown> = Promise.resolve()
let queued = 0

/** Draws a statement after the queued ones; "busy" if the queue is full. */
export const queueStatement = async (statement: Statement): Promise<Uint8Array<ArrayBuffer> | "busy"> => {
  if (queued > QUEUED_STATEMENT_COUNT_MAX) return "busy"
  queued += 1
  const drawing = lastDrawn.then(() => statementPdf(statement)).finally(() => (queued -= 1))
  lastDrawn = drawing.catch(() => undefined)
  return drawing
}

/** Draws a statement on A4 with embedded fonts and searchable text. */
export const statementPdf = async (statement: Statement): Promise<Uint8Array<ArrayBuffer>> => {
  const { t, format, createdAt, userCode } = statement
  const title = `${t("shell.product")} · ${t("wallet.statement")}`
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    bufferPages: true,
    lang: t.locale,
    info: { Title: title, Author: t("shell.product"), CreationDate: createdAt },
  })
  const chunks: Array<Uint8Array> = []
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on("end", resolve))
  for (const font of FONTS) document.registerFont(font, fontFile(font))
  const write = textWriter(document)

  write(title, MARGIN, MARGIN, { size: 18 })
  const name = printableName(statement)
  const named = write(name, MARGIN, MARGIN + 30, { size: 11 })
  if (name !== userCode) write(` · ${userCode}`, named, MARGIN + 30, { size: 11 })
  const start = statement.from === null ? t("wallet.statement.begin") : format.dateTime(statement.from)
  const end = statement.until === null ? t("wallet.statement.now") : format.dateTime(statement.until)
  write(t("wallet.statement.span", { start, end }), MARGIN, MARGIN + 50)
  const zone = { when: format.dateTime(createdAt), zone: statement.timeZone }
  write(t("wallet.statement.made", zone), MARGIN, MARGIN + 64)
  if (statement.isDemo) write(`${t("wallet.demo")}. ${t("wallet.demo.text")}`, MARGIN, MARGIN + 84)
  const totalsTop = MARGIN + (statement.isDemo ? 108 : 90)
  let top = drawHeader(statement, write, document, drawTotals(statement, write, totalsTop) + 4)

  let count = 0
  let isTruncated = false
  for await (const page of statement.pages) {
    const worths = await statement.worthsOf(page)
    for (const [place, movement] of page.entries()) {
      if (count === STATEMENT_ROWS_MAX) isTruncated = true
      if (isTruncated) break
      if (top + ROW > document.page.height - FOOT) {
        document.addPage()
        top = drawHeader(statement, write, document, MARGIN)
      }
      drawCells(write, cellsOf(statement, movement, worths[place] ?? null), top)
      top += ROW
      count += 1
    }
    if (isTruncated) break
  }
  if (count === 0) write(t("wallet.none"), MARGIN, top + 6)
  if (isTruncated) write(t("wallet.statement.cut", { count }), MARGIN, top + 6)
  const { count: pageCount } = document.bufferedPageRange()
  for (let page = 0; page < pageCount; page += 1) {
    document.switchToPage(page)
    write(t("wallet.statement.page", { page: `${page + 1} / ${pageCount}` }), MARGIN, document.page.height - FOOT + 12)
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

type Write = ReturnType<typeof textWriter>

/** Line width between rows. */
const LINE = 1

/** Distance from the top of a line to its baseline, in percent of the font size. */
const BASELINE = 110

/** Writes one line, truncated to its column. Returns its right edge. */
const textWriter = (document: PDFKit.PDFDocument) => {
  const widthOf = (parts: ReadonlyArray<FontRun>) =>
    parts.reduce(
      (sum, { font, ...part }) => sum + document.font(font).widthOfString(part.text, shapingOptions(part)),
      0,
    )
  return (text: string, left: number, top: number, { size = 9, width = WIDTH, isNumber = false } = {}): number => {
    document.fontSize(size)
    const parts = fitText(text, (each) => widthOf(each) <= width)
    let at = isNumber ? left + width - widthOf(parts) : left
    for (const part of parts) {
      const options = { lineBreak: false, baseline: "alphabetic", ...shapingOptions(part) } as const
      document.font(part.font).text(part.text, at, top + (size * BASELINE) / 100, options)
      at += widthOf([part])
    }
    return at
  }
}

/** Lays right-to-left text out as a whole, which keeps the order of its words. */
const shapingOptions = ({ isRightToLeft }: Pick<FontRun, "isRightToLeft">) => (isRightToLeft ? { features: [] } : {})

/** The longest prefix that fits, with an ellipsis if it is truncated. */
const fitText = (text: string, fits: (parts: ReadonlyArray<FontRun>) => boolean): ReadonlyArray<FontRun> => {
  const whole = fontRuns(text) ?? []
  if (fits(whole)) return whole
  const characters = [...text]
  let [fitting, over] = [0, characters.length]
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2)
    if (fits(truncateAfter(characters, middle))) fitting = middle
    else over = middle
  }
  return truncateAfter(characters, fitting)
}

const truncateAfter = (characters: ReadonlyArray<string>, count: number): ReadonlyArray<FontRun> => {
  const kept = fontRuns(characters.slice(0, count).join("").trimEnd()) ?? []
  return kept.some(({ isRightToLeft }) => isRightToLeft) ? [...ELLIPSIS, ...kept] : [...kept, ...ELLIPSIS]
}
const ELLIPSIS: ReadonlyArray<FontRun> = [{ font: "han", text: "…", isRightToLeft: false }]

/** Draws the balances at both ends of the period, one line for each account. Returns the top of what follows. */
const drawTotals = ({ t, totals }: Statement, write: Write, top: number): number => {
  let below = top
  for (const { assetTypeId, opening, closing } of totals?.accounts ?? []) {
    const of = (units: bigint) => amountOf(units, assetTypeId, t.locale)
    write(`${t("wallet.opening")}: ${of(opening)} · ${t("wallet.closing")}: ${of(closing)}`, MARGIN, below)
    below += TOTALS_ROW
  }
  return below
}

const amountOf = (units: bigint, assetTypeId: number, locale: string): string => {
  const { name, digits, shownDigits } = assetOf(assetTypeId)
  return `${formatUnits(units, digits, locale, shownDigits)} ${name}`
}

/** Draws the column names and a line. Returns the top of the first row. */
const drawHeader = ({ t }: Statement, write: Write, document: PDFKit.PDFDocument, top: number): number => {
  drawCells(
    write,
    COLUMNS.map(({ name }) => t(`wallet.column.${name}`)),
    top,
  )
  document
    .moveTo(MARGIN, top + ROW - 5)
    .lineTo(MARGIN + WIDTH, top + ROW - 5)
    .lineWidth(LINE)
    .stroke()
  return top + ROW
}

const drawCells = (write: Write, cells: ReadonlyArray<string>, top: number): void => {
  let left = MARGIN
  for (const [place, { width, ...column }] of COLUMNS.entries()) {
    write(cells[place] ?? "", left, top, { width: width - GAP, isNumber: "isNumber" in column })
    left += width
  }
}

const cellsOf = (
  { t, format }: Statement,
  { at, purpose, other, amount, balance, assetTypeId }: Movement,
  worth: string | null,
) => [
  format.dateTime(at),
  t(`wallet.kind.${purpose}`),
  other === null ? "" : printableName(other),
  amountOf(amount, assetTypeId, t.locale),
  worth ?? "",
  amountOf(balance, assetTypeId, t.locale),
]
