import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import PDFDocument from "pdfkit"
import { formatUnits } from "#contract/wallet"
import type { Movement } from "#projections/wallet"
import type { T } from "../../../i18n/index.ts"
import { assetOf } from "../../../lib/assetTypes.ts"
import type { Format } from "../../../lib/format.ts"
import { writable } from "./writable.ts"

/** Rows of one statement: some thirty pages, a second of work. The table (CSV) has no such end. */
export const STATEMENT_ROWS_MAX = 1_000

const require = createRequire(import.meta.url)

/** Noto Sans Hans (OFL): Latin, Greek, Cyrillic, Japanese syllables and the characters of both Chinese scripts. */
const fontPath = () => join(dirname(require.resolve("@embedpdf/fonts-sc")), "../fonts/NotoSansHans-Regular.otf")
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
  readonly name: string
  readonly userCode: string
  readonly from: Date | null
  readonly until: Date | null
  readonly made: Date
  readonly pages: AsyncIterable<ReadonlyArray<Movement>>
}

/** A statement on A4, its text with it as text: searchable, and readable where no Chinese font is installed. */
export const statementPdf = async (statement: Statement): Promise<Uint8Array<ArrayBuffer>> => {
  const { t, format, made, name, userCode } = statement
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
  document.font(fontPath())
  const write = textOf(document)

  write(title, MARGIN, MARGIN, { size: 18 })
  write(name === userCode ? name : `${name} · ${userCode}`, MARGIN, MARGIN + 30, { size: 11 })
  const start = statement.from === null ? t("wallet.statement.begin") : format.dateTime(statement.from)
  const end = statement.until === null ? t("wallet.statement.now") : format.dateTime(statement.until)
  write(t("wallet.statement.span", { start, end }), MARGIN, MARGIN + 50)
  const zone = { when: format.dateTime(made), zone: statement.timeZone }
  write(t("wallet.statement.made", zone), MARGIN, MARGIN + 64)
  let top = drawHead(statement, write, document, MARGIN + 94)

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

/** Writes one line, cut where its column ends. */
const textOf =
  (document: PDFKit.PDFDocument) =>
  (text: string, left: number, top: number, { size = 9, width = WIDTH, isNumber = false } = {}): void => {
    document.fontSize(size)
    const fitted = fitText(writable(text), (part) => document.widthOfString(part) <= width)
    const indent = isNumber ? width - document.widthOfString(fitted) : 0
    document.text(fitted, left + indent, top, { lineBreak: false })
  }

/** The longest beginning of a text that fits, with an ellipsis where it is not all. */
const fitText = (text: string, fits: (text: string) => boolean): string => {
  if (fits(text)) return text
  const characters = [...text]
  while (characters.length > 0 && !fits(`${characters.join("")}…`)) characters.pop()
  return `${characters.join("")}…`
}

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
    .lineWidth(0.7)
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
  const inAsset = (units: bigint) => `${formatUnits(units, digits, t.locale, shownDigits)} ${name}`
  return [
    format.dateTime(at),
    t(`wallet.kind.${purpose}`),
    other === null ? "" : (other.displayName ?? other.userCode),
    inAsset(amount),
    inAsset(balance),
  ]
}
