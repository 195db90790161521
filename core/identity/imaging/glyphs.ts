/**
 * Letters of five columns of seven dots. Text that is drawn like this needs no fonts, which a server may lack: a watermark
 * must not vanish there.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  "0": "3E5149453E",
  "1": "00427F4000",
  "2": "4261514946",
  "3": "2141454B31",
  "4": "1814127F10",
  "5": "2745454539",
  "6": "3C4A494930",
  "7": "0171090503",
  "8": "3649494936",
  "9": "064949291E",
  A: "7E1111117E",
  B: "7F49494936",
  C: "3E41414122",
  D: "7F4141221C",
  E: "7F49494941",
  F: "7F09090901",
  G: "3E4149497A",
  H: "7F0808087F",
  I: "00417F4100",
  J: "2040413F01",
  K: "7F08142241",
  L: "7F40404040",
  M: "7F020C027F",
  N: "7F0408107F",
  O: "3E4141413E",
  P: "7F09090906",
  Q: "3E4151215E",
  R: "7F09192946",
  S: "4649494931",
  T: "01017F0101",
  U: "3F4040403F",
  V: "1F2040201F",
  W: "3F4038403F",
  X: "6314081463",
  Y: "0708700807",
  Z: "6151494543",
  "-": "0808080808",
  ".": "0060600000",
  ":": "0036360000",
  "/": "2010080402",
}
const COLUMNS = 5
const ROWS = 7
/** Columns of one letter with the space behind it. */
const ADVANCE = 6

/** A text as dots: one byte per dot, row by row, `height` rows of which the letters take the first seven. */
export type TextBitmap = { readonly dots: Uint8Array; readonly width: number; readonly height: number }

/** Draws a text. Letters without a shape stay empty. */
export const drawText = (text: string, height: number): TextBitmap => {
  const letters = [...text.toUpperCase()]
  const width = letters.length * ADVANCE
  const dots = new Uint8Array(width * height)
  for (const [index, letter] of letters.entries()) {
    const columns = Buffer.from(GLYPHS[letter] ?? "", "hex")
    for (let column = 0; column < Math.min(columns.length, COLUMNS); column++)
      for (let row = 0; row < ROWS; row++)
        if (((columns[column] ?? 0) & (1 << row)) !== 0) dots[row * width + index * ADVANCE + column] = 1
  }
  return { dots, width, height }
}
