import sharp from "sharp"

/** Pages of a proof of address. */
const PAGES_MAX = 10
/** The longer side of one page in the image: A4 at 120 dpi. */
const PAGE_PX_MAX = 1_400
/** White space between pages. */
const GAP_PX = 20
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 }

type Page = { readonly width: number; readonly height: number; readonly data: Uint8Array }

/**
 * Draws the pages of an untrusted PDF beside each other, two in a row, as one image. PDFium is compiled to WebAssembly
 * without scripts: it sees its own memory, and neither files nor the network.
 * @throws if it is encrypted or damaged, or has no page or too many
 */
export const drawPdf = async (bytes: Uint8Array): Promise<Buffer> => {
  const { PDFiumLibrary } = await import("@hyzyla/pdfium")
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  const count = document.getPageCount()
  if (count < 1 || count > PAGES_MAX) throw new Error(`${count} pages`)
  const pages: Array<Page> = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const scale = PAGE_PX_MAX / Math.max(originalWidth, originalHeight)
    pages.push(await page.render({ scale, render: toRgb, renderFormFields: true }))
  }
  return joinPages(pages)
}

/** The bitmap without its unused fourth channel, in the order red, green, blue. */
const toRgb = async ({ data }: Page): Promise<Uint8Array> => {
  const rgb = new Uint8Array((data.length / 4) * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb[to] = data[from] ?? 0
    rgb[to + 1] = data[from + 1] ?? 0
    rgb[to + 2] = data[from + 2] ?? 0
  }
  return rgb
}

const joinPages = (pages: ReadonlyArray<Page>): Promise<Buffer> => {
  const columns = pages.length === 1 ? 1 : 2
  const cell = {
    width: Math.max(...pages.map(({ width }) => width)) + GAP_PX,
    height: Math.max(...pages.map(({ height }) => height)) + GAP_PX,
  }
  const size = { width: columns * cell.width, height: Math.ceil(pages.length / columns) * cell.height }
  return sharp({ create: { ...size, channels: 3, background: WHITE } })
    .composite(
      pages.map(({ width, height, data }, index) => ({
        input: Buffer.from(data.buffer, data.byteOffset, data.byteLength),
        raw: { width, height, channels: 3 },
        left: (index % columns) * cell.width,
        top: Math.floor(index / columns) * cell.height,
      })),
    )
    .png({ compressionLevel: 1 })
    .toBuffer()
}
