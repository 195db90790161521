import { createParser } from "eventsource-parser"

/** Characters of an unfinished event. */
const EVENT_LENGTH_MAX = 100_000

/**
 * Reads the data of server-sent events (WHATWG HTML, 9.2.6), one event at a time.
 * @throws if an event is longer than EVENT_LENGTH_MAX
 */
export async function* eventData(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const read: Array<string> = []
  let isTooLong = false
  const parser = createParser({
    onEvent: ({ data }) => read.push(data),
    onError: ({ type }) => {
      isTooLong ||= type === "max-buffer-size-exceeded"
    },
    maxBufferSize: EVENT_LENGTH_MAX,
  })
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }))
    yield* read.splice(0)
    if (isTooLong) throw new Error("an event without end")
  }
  // Some servers omit the empty line after the last event.
  parser.feed(`${decoder.decode()}\n\n`)
  yield* read
}
