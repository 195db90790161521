/** The longest line of a stream of events that is read. */
const LINE_LENGTH_MAX = 100_000

/**
 * The data of a stream of server-sent events (WHATWG HTML, 9.2.6), event by event. Comments and other fields are passed
 * over; lines may end in any of the three ways, and chunks anywhere, in the middle of a character too.
 */
export async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const data: Array<string> = []
  for await (const line of lines(chunks)) {
    if (line === "") {
      if (data.length > 0) yield data.join("\n")
      data.length = 0
    } else if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5))
  }
  // Some servers forget the empty line after the last event.
  if (data.length > 0) yield data.join("\n")
}

async function* lines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ""
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    // A carriage return at the end may be the first half of a line's end.
    const parts = rest.slice(0, rest.endsWith("\r") ? -1 : undefined).split(/\r\n|\n|\r/)
    const open = parts.pop() ?? ""
    rest = rest.endsWith("\r") ? `${open}\r` : open
    yield* parts
    if (rest.length > LINE_LENGTH_MAX) throw new Error("a line without end")
  }
  rest += decoder.decode()
  if (rest !== "") yield rest.replace(/\r$/, "")
}
