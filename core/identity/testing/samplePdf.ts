import { buffer } from "node:stream/consumers"
import PDFDocument from "pdfkit"

/** What a PDF does when it is opened stands in its root, which the types of pdfkit leave out. */
type Rooted = { readonly _root: { readonly data: Record<string, unknown> } }

/** A letter with an address on each page, and a script that must not run. */
export const samplePdf = async (pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> => {
  const document = new PDFDocument({ size: "A4", autoFirstPage: false, ...options })
  const whole = buffer(document)
  for (let page = 1; page <= pages; page++) {
    document.addPage()
    for (let line = 0; line < 30; line++) document.text(`Page ${page}, line ${line}: 12 Example Street, 10115 Berlin`)
  }
  const script = document.ref({ S: "JavaScript", JS: "app.alert(1)" })
  ;(document as unknown as Rooted)._root.data["OpenAction"] = script
  script.end("")
  document.end()
  return whole
}
