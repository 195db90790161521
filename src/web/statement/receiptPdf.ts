import type { PaydayProof } from "#contract/subscriptions"
import type { T } from "../../i18n/index.ts"
import type { Format } from "../../lib/format.ts"
import { openPdf, PDF_FOOT, type Pdf } from "./pdfDocument.ts"
import { PDF_MARGIN as MARGIN, PDF_WIDTH as WIDTH, wrapText } from "./pdfText.ts"

export type ReceiptLine = { readonly label: string; readonly amount: string }

/** What a receipt says: who paid or got what, of what period, and what proves it. */
export type PrintedReceipt = {
  readonly t: T
  readonly format: Format
  readonly timeZone: string
  readonly createdAt: Date
  readonly title: string
  /** Whether the coins are on demo chains. */
  readonly isDemo: boolean
  readonly facts: ReadonlyArray<readonly [label: string, text: string]>
  /** The whole amount, and its parts, which add up to it. */
  readonly sum: ReceiptLine
  readonly parts: ReadonlyArray<ReceiptLine>
  readonly notes: ReadonlyArray<string>
  /** Published proofs that the amounts are part of. */
  readonly proofs: ReadonlyArray<Pick<PaydayProof, "number" | "cycles" | "root" | "digest">>
  /** Where proofs are published. */
  readonly proofsUrl: string
}

/** In points (1/72 inch). */
const [ROW, TEXT_ROW, LABEL, AMOUNT, GAP] = [18, 13, 150, 150, 8]
const NOTE_CHARACTERS_MAX = 105

/** Draws a receipt on A4, with as many pages as its parts need. */
export const receiptPdf = (receipt: PrintedReceipt): Promise<Pdf> => {
  const { t, format, title, createdAt } = receipt
  const { document, write, finish } = openPdf({ t, title: `${t("shell.product")} · ${title}`, createdAt })
  let top = MARGIN
  /** The top of the next line of this height; begins a page if it does not fit. */
  const next = (height: number): number => {
    if (top + height > document.page.height - PDF_FOOT) {
      document.addPage()
      top = MARGIN
    }
    top += height
    return top - height
  }
  const rule = () => {
    const at = next(6) + 1
    document
      .moveTo(MARGIN, at)
      .lineTo(MARGIN + WIDTH, at)
      .lineWidth(0.5)
      .stroke()
  }
  const line = ({ label, amount }: ReceiptLine, size = 10) => {
    const at = next(ROW)
    write(label, MARGIN, at, { size, width: WIDTH - AMOUNT - GAP })
    write(amount, MARGIN + WIDTH - AMOUNT, at, { size, width: AMOUNT, isNumber: true })
  }
  const paragraph = (text: string) => {
    for (const each of wrapText(text, t.locale, NOTE_CHARACTERS_MAX)) write(each, MARGIN, next(TEXT_ROW))
  }

  write(`${t("shell.product")} · ${title}`, MARGIN, next(34), { size: 18 })
  for (const [label, text] of receipt.facts) {
    const at = next(ROW)
    write(label, MARGIN, at, { size: 10, width: LABEL - GAP })
    write(text, MARGIN + LABEL, at, { size: 10, width: WIDTH - LABEL })
  }
  next(10)
  line(receipt.sum, 12)
  rule()
  for (const part of receipt.parts) line(part)
  if (receipt.parts.length > 0) rule()
  for (const note of receipt.notes) paragraph(note)
  for (const { number, cycles, root, digest } of receipt.proofs) {
    next(8)
    write(t("subscriptions.receipt.proof", { number }), MARGIN, next(ROW), { size: 11 })
    paragraph(t("subscriptions.receipt.proof.text", { count: cycles }))
    for (const [label, hex] of [
      [t("subscriptions.receipt.root"), root],
      [t("subscriptions.receipt.digest"), digest],
    ] as const) {
      const at = next(TEXT_ROW)
      write(label, MARGIN, at, { size: 8, width: LABEL - GAP })
      write(hex, MARGIN + LABEL, at, { size: 8, width: WIDTH - LABEL })
    }
  }
  if (receipt.proofs.length > 0) paragraph(`${t("paydays.title")}: ${receipt.proofsUrl}`)
  next(8)
  if (receipt.isDemo) paragraph(`${t("wallet.demo")} · ${t("wallet.demo.text")}`)
  paragraph(t("wallet.statement.made", { when: format.dateTime(createdAt), zone: receipt.timeZone }))
  return finish()
}
