/** Where a character of the joined text is in the document. */
interface Place {
  readonly node: Text
  readonly offset: number
}

/** The ranges of passages in an element, ignoring differences in white space. Passages that are not found are left out. */
export const findPassages = (element: HTMLElement, passages: ReadonlyArray<string>): ReadonlyArray<Range> => {
  const { text, places } = joinText(element)
  return passages.flatMap((passage) => {
    const wanted = passage.replace(/\s+/gu, "")
    const start = wanted === "" ? -1 : text.indexOf(wanted)
    const [first, last] = [places[start], places[start + wanted.length - 1]]
    if (first === undefined || last === undefined) return []
    const range = document.createRange()
    range.setStart(first.node, first.offset)
    range.setEnd(last.node, last.offset + 1)
    return [range]
  })
}

/** The text without white space, and the place of each of its characters. */
const joinText = (element: HTMLElement): { readonly text: string; readonly places: ReadonlyArray<Place> } => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const places: Array<Place> = []
  let text = ""
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { data } = node as Text
    for (let offset = 0; offset < data.length; offset += 1) {
      if (/\s/u.test(data.charAt(offset))) continue
      text += data.charAt(offset)
      places.push({ node: node as Text, offset })
    }
  }
  return { text, places }
}
