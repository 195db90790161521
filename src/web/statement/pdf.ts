import { formatUnits } from "#contract/wallet"
import type { Movement, StatementTotals } from "#projections/wallet"
import type { T } from "../../i18n/index.ts"
import { assetOf } from "../../lib/assetTypes.ts"
import type { Format } from "../../lib/format.ts"
import { openPdf, PDF_FOOT, type Pdf, queueDrawing } from "./pdfDocument.ts"
import { PDF_MARGIN as MARGIN, printableName, PDF_WIDTH as WIDTH, type Write } from "./pdfText.ts"

/** Rows of one statement: about thirty pages and one second. CSV has no limit. */
export const STATEMENT_ROWS_MAX = 1_000

/** In points (1/72 inch). */
const [ROW, TOTALS_ROW, GAP] = [20, 14, 8]
/** Line width between rows. */
const LINE = 1
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

/** Draws a statement after the queued documents; "busy" if the queue is full. */
export const queueStatement = (statement: Statement): Promise<Pdf | "busy"> =>
  queueDrawing(() => statementPdf(statement))

/** Draws a statement on A4 with embedded fonts and searchable text. */
export const statementPdf = async (statement: Statement): Promise<Pdf> => {
  const { t, format, createdAt, userCode } = statement
  const title = `${t("shell.product")} · ${t("wallet.statement")}`
  const { document, write, finish } = openPdf({ t, title, createdAt })

  write(title, MARGIN, MARGIN, { size: 18 })
  const name = printableName(statement)
  const named = write(name, MARGIN, MARGIN + 30, { size: 11 })
  if (name !== userCode) write(` · ${userCode}`, named, MARGIN + 30, { size: 11 })
  const start = statement.from === null ? t("wallet.statement.begin") : format.dateTime(statement.from)
  const end = statement.until === null ? t("wallet.statement.now") : format.dateTime(statement.until)
  write(t("wallet.statement.span", { start, end }), MARGIN, MARGIN + 50)
  const zone = { when: format.dateTime(createdAt), zone: statement.timeZone }
  write(t("wallet.statement.made", zone), MARGIN, MARGIN + 64)
  if (statement.isDemo) write(`${t("wallet.demo")} · ${t("wallet.demo.text")}`, MARGIN, MARGIN + 84)
  const totalsTop = MARGIN + (statement.isDemo ? 108 : 90)
  let top = drawHeader(statement, write, document, drawTotals(statement, write, totalsTop) + 4)

  let count = 0
  let isTruncated = false
  for await (const page of statement.pages) {
    const worths = await statement.worthsOf(page)
    for (const [place, movement] of page.entries()) {
      if (count === STATEMENT_ROWS_MAX) isTruncated = true
      if (isTruncated) break
      if (top + ROW > document.page.height - PDF_FOOT) {
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
  return finish()
}

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
