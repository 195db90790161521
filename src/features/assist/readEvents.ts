export interface ServerSentEvent {
  readonly name: string
  readonly data: unknown
}

/** The events of a stream as our own server writes them: a name and one line of JSON each. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let rest = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const events = (rest + value).split("\n\n")
    rest = events.pop() ?? ""
    for (const event of events) {
      const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? []
      if (name !== undefined && data !== undefined) yield { name, data: JSON.parse(data) }
    }
  }
}
