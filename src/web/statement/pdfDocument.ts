import PDFDocument from "pdfkit"
import type { T } from "../../i18n/index.ts"
import { FONTS, fontFile } from "./fonts.ts"
import { PDF_MARGIN, textWriter } from "./pdfText.ts"

/** Height of the foot of a page, in points. */
export const PDF_FOOT = 60
/** Documents that wait; one more is being drawn. */
export const QUEUED_PDF_COUNT_MAX = 10
/** Retry-After while the queue is full. */
const RETRY_SECONDS = 15

export type Pdf = Uint8Array<ArrayBuffer>

/** Documents are drawn one at a time, because drawing blocks the process. */
let lastDrawn: Promise<unknown> = Promise.resolve()
let queued = 0

/** Draws a document after the queued ones; "busy" if the queue is full. */
export const queueDrawing = async (draw: () => Promise<Pdf>): Promise<Pdf | "busy"> => {
  if (queued > QUEUED_PDF_COUNT_MAX) return "busy"
  queued += 1
  const drawing = lastDrawn.then(draw).finally(() => (queued -= 1))
  lastDrawn = drawing.catch(() => undefined)
  return drawing
}

/** Opens a document on A4 with embedded fonts and searchable text. `finish` numbers its pages. */
export const openPdf = ({
  t,
  title,
  createdAt,
}: {
  readonly t: T
  readonly title: string
  readonly createdAt: Date
}) => {
  const document = new PDFDocument({
    size: "A4",
    margin: PDF_MARGIN,
    bufferPages: true,
    lang: t.locale,
    info: { Title: title, Author: t("shell.product"), CreationDate: createdAt },
  })
  const chunks: Array<Uint8Array> = []
  document.on("data", (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve) => document.on("end", resolve))
  for (const font of FONTS) document.registerFont(font, fontFile(font))
  const write = textWriter(document)
  const finish = async (): Promise<Pdf> => {
    const { count } = document.bufferedPageRange()
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page)
      const below = document.page.height - PDF_FOOT + 12
      write(t("wallet.statement.page", { page: `${page + 1} / ${count}` }), PDF_MARGIN, below)
    }
    document.end()
    await ended
    return new Uint8Array(Buffer.concat(chunks))
  }
  return { document, write, finish }
}

/** A drawn document as a file, or, if too many are being drawn, when to try again. @param name of the file */
export const servePdf = (document: Pdf | "busy", name: string, t: T): Response => {
  if (document === "busy") {
    const headers = { "retry-after": String(RETRY_SECONDS), "content-type": "text/plain; charset=utf-8" }
    return new Response(t("api.tooMany", { count: RETRY_SECONDS }), { status: 503, headers })
  }
  return new Response(document, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="quire-${name}.pdf"`,
      "cache-control": "no-store",
    },
  })
}
