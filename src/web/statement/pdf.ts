import PDFDocument from "pdfkit"
import { formatUnits } from "#contract/wallet"
import type { Movement } from "#projections/wallet"
import type { T } from "../../i18n/index.ts"
import { assetOf } from "../../lib/assetTypes.ts"
import type { Format } from "../../lib/format.ts"
import { type FontRun, fontRuns, printableName } from "./fontRuns.ts"
import { FONTS, fontFile } from "./fonts.ts"

/** Rows of one statement: some thirty pages, a second of work. The table (CSV) has no such end. */
export const STATEMENT_ROWS_MAX = 1_000

/** Statements that may wait for their turn. */
export const STATEMENTS_WAITING_MAX = 10

/** In points of 1/72 inch. */
const [MARGIN, WIDTH, ROW, GAP, FOOT] = [40, 515, 20, 8, 60]
const COLUMNS = [
  { name: "time", width: 112 },
  { name: "kind", width: 92 },
  { name: "with", width: 122 },
  { name: "amount", width: 97, isNumber: true },
  { name: "balance", width: 92, isNumber: true },
] as const

export type Statement = {
  readonly t: T
  readonly format: Format
  readonly timeZone: string
  /** Whose it is. */
  readonly displayName: string | null
  readonly userCode: string
  /** Whether its coins are of demo chains. */
  readonly isDemo: boolean
  readonly from: Date | null
  readonly until: Date | null
  readonly made: Date
  readonly pages: AsyncIterable<ReadonlyArray<Movement>>
}

/** Statements are drawn one after the other: each takes the process's whole attention for moments. */
let lastDrawn: Promise<unknown> = Promise.resolve()
let underWay = 0

/** Draws a statement when all before it are done, or answers null where too many wait already. */
export const queueStatement = async (statement: Statement): Promise<Uint8Array<ArrayBuffer> | null> => {
  if (underWay > STATEMENTS_WAITING_MAX) return null
  underWay += 1
  const drawing = lastDrawn.then(() => statementPdf(statement)).finally(() => (underWay -= 1))
  lastDrawn = drawing.catch(() => undefined)
  return drawing
}

/** A statement on A4, its text with it as text: searchable, and readable where none of its fonts is installed. */
export const statementPdf = async (statement: Statement): Promise<Uint8Array<ArrayBuffer>> => {
  const { t, format, made, userCode } = statement
  const title = `${t("shell.product")} · ${t("wallet.statement")}`
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN,
    bufferPages: true,
    lang: t.locale,
    info: { Title: title, Author: t("shell.product"), CreationDate: made },
  })
  const parts: Array<Uint8Array> = []
  document.on("data", (part: Uint8Array) => parts.push(part))
  const ended = new Promise<void>((resolve) => document.on("end", resolve))
  for (const font of FONTS) document.registerFont(font, fontFile(font))
  const write = textOf(document)

  write(title, MARGIN, MARGIN, { size: 18 })
  const name = printableName(statement)
  const named = write(name, MARGIN, MARGIN + 30, { size: 11 })
  if (name !== userCode) write(` · ${userCode}`, named, MARGIN + 30, { size: 11 })
  const start = statement.from === null ? t("wallet.statement.begin") : format.dateTime(statement.from)
  const end = statement.until === null ? t("wallet.statement.now") : format.dateTime(statement.until)
  write(t("wallet.statement.span", { start, end }), MARGIN, MARGIN + 50)
  const zone = { when: format.dateTime(made), zone: statement.timeZone }
  write(t("wallet.statement.made", zone), MARGIN, MARGIN + 64)
  if (statement.isDemo) write(`${t("wallet.demo")}. ${t("wallet.demo.text")}`, MARGIN, MARGIN + 84)
  let top = drawHead(statement, write, document, MARGIN + (statement.isDemo ? 112 : 94))

  let count = 0
  let isCut = false
  for await (const page of statement.pages) {
    for (const movement of page) {
      if (count === STATEMENT_ROWS_MAX) isCut = true
      if (isCut) break
      if (top + ROW > document.page.height - FOOT) {
        document.addPage()
        top = drawHead(statement, write, document, MARGIN)
      }
      drawCells(write, cellsOf(statement, movement), top)
      top += ROW
      count += 1
    }
    if (isCut) break
  }
  if (count === 0) write(t("wallet.none"), MARGIN, top + 6)
  if (isCut) write(t("wallet.statement.cut", { count }), MARGIN, top + 6)
  const { count: pageCount } = document.bufferedPageRange()
  for (let page = 0; page < pageCount; page += 1) {
    document.switchToPage(page)
    write(t("wallet.statement.page", { page: `${page + 1} / ${pageCount}` }), MARGIN, document.page.height - FOOT + 12)
  }
  document.end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

type Write = ReturnType<typeof textOf>

/** How wide lines between rows are. */
const LINE = 1

/** How far under the top of a line of text its baseline is, in hundredths of its size. */
const BASELINE = 110

/** Writes one line, cut where its column ends; answers where it ends itself. */
const textOf = (document: PDFKit.PDFDocument) => {
  const widthOf = (parts: ReadonlyArray<FontRun>) =>
    parts.reduce((sum, { font, ...part }) => sum + document.font(font).widthOfString(part.text, shapedBy(part)), 0)
  return (text: string, left: number, top: number, { size = 9, width = WIDTH, isNumber = false } = {}): number => {
    document.fontSize(size)
    const parts = fitText(text, (each) => widthOf(each) <= width)
    let at = isNumber ? left + width - widthOf(parts) : left
    for (const part of parts) {
      const options = { lineBreak: false, baseline: "alphabetic", ...shapedBy(part) } as const
      document.font(part.font).text(part.text, at, top + (size * BASELINE) / 100, options)
      at += widthOf([part])
    }
    return at
  }
}

/** A text from the right is laid out as a whole: word by word, its words would stand the wrong way round. */
const shapedBy = ({ isFromRight }: Pick<FontRun, "isFromRight">) => (isFromRight ? { features: [] } : {})

/** The longest beginning of a text that fits, with an ellipsis where it is not all. */
const fitText = (text: string, fits: (parts: ReadonlyArray<FontRun>) => boolean): ReadonlyArray<FontRun> => {
  const whole = fontRuns(text) ?? []
  if (fits(whole)) return whole
  const characters = [...text]
  let [fitting, over] = [0, characters.length]
  while (over - fitting > 1) {
    const middle = Math.floor((fitting + over) / 2)
    if (fits(cutAfter(characters, middle))) fitting = middle
    else over = middle
  }
  return cutAfter(characters, fitting)
}

const cutAfter = (characters: ReadonlyArray<string>, count: number): ReadonlyArray<FontRun> => {
  const kept = fontRuns(characters.slice(0, count).join("").trimEnd()) ?? []
  return kept.some(({ isFromRight }) => isFromRight) ? [...ELLIPSIS, ...kept] : [...kept, ...ELLIPSIS]
}
const ELLIPSIS: ReadonlyArray<FontRun> = [{ font: "han", text: "…", isFromRight: false }]

/** The names of the columns, and a line under them; answers where the rows begin. */
const drawHead = ({ t }: Statement, write: Write, document: PDFKit.PDFDocument, top: number): number => {
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

const cellsOf = ({ t, format }: Statement, { at, purpose, other, amount, balance, assetTypeId }: Movement) => {
  const { name, digits, shownDigits } = assetOf(assetTypeId)
  const formatAmount = (units: bigint) => `${formatUnits(units, digits, t.locale, shownDigits)} ${name}`
  return [
    format.dateTime(at),
    t(`wallet.kind.${purpose}`),
    other === null ? "" : printableName(other),
    formatAmount(amount),
    formatAmount(balance),
  ]
}
