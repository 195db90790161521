import sharp from "sharp"

/** The image of a document: a card with a portrait and lines of text. Each colour makes other bytes. */
export const sampleDocument = (
  color = "#dfe7ee",
  { width = 1_600, height = 1_010 }: { readonly width?: number; readonly height?: number } = {},
): Promise<Buffer> => {
  const lines = Array.from(
    { length: 9 },
    (_, line) =>
      `<rect x="${width * 0.4}" y="${height * (0.15 + line * 0.08)}" width="${width * 0.5}" height="${height * 0.02}"/>`,
  )
  const card = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/><g fill="#223">${lines.join("")}<rect x="${width * 0.06}" y="${height * 0.2}" width="${width * 0.25}" height="${height * 0.5}"/></g></svg>`
  return sharp(Buffer.from(card)).jpeg({ quality: 90 }).toBuffer()
}
