import { EventSourceParserStream } from "eventsource-parser/stream"
import { apiPost } from "../../lib/apiFetch.ts"

interface Order {
  readonly itemId: string
  readonly languageCode: string
  /** The language tag of the target. */
  readonly language: string
}
interface Parts {
  readonly parts: ReadonlyArray<{ readonly kind: string; readonly source: string }>
}
interface Piece {
  readonly index: number
  readonly text: string
}
interface Done {
  readonly data: { readonly isCut: boolean }
}

/** Shows a translation while it streams: the original at once, the translation beside it piece by piece. Reports failures. */
export const translateInto = async (view: HTMLElement, order: Order, signal: AbortSignal): Promise<void> => {
  const { working = "", done = "", cut = "", failed = "" } = view.dataset
  const report = (text: string) => view.querySelector("[role=status]")?.replaceChildren(text)
  const rows = view.querySelector(".parts")
  const made = view.querySelector("template")?.content.firstElementChild
  if (!rows || !made) return
  const targets: Array<Element> = []

  rows.replaceChildren()
  view.hidden = false
  view.ariaBusy = "true"
  report(working)
  try {
    const answer = await request(order, signal)
    if (!answer.ok || answer.body === null) {
      const { message } = (await answer.json()) as { readonly message: string }
      report(message || failed)
      return
    }
    for await (const { event: name, data: json } of readEvents(answer.body)) {
      const data: unknown = JSON.parse(json)
      if (name === "parts")
        for (const { kind, source } of (data as Parts).parts) {
          const row = made.cloneNode(true) as HTMLElement
          row.dataset["kind"] = kind
          const [original, translation] = row.children
          original?.append(source)
          if (translation) {
            translation.setAttribute("lang", order.language)
            targets.push(translation)
          }
          rows.append(row)
        }
      else if (name === "piece") targets[(data as Piece).index]?.append((data as Piece).text)
      else if (name === "failed") report((data as { readonly message: string }).message)
      else if (name === "done") {
        report((data as Done).data.isCut ? `${done} ${cut}` : done)
      }
    }
  } catch {
    if (!signal.aborted) report(failed)
  } finally {
    view.ariaBusy = String(false)
  }
}

const request = ({ itemId, languageCode }: Order, signal: AbortSignal): Promise<Response> =>
  apiPost("Feed/AITranslate", { itemId, languageCode }, { headers: { accept: "text/event-stream" }, signal })

/** A loop over a reader, because Safari cannot iterate over streams. */
async function* readEvents(body: ReadableStream<Uint8Array>) {
  const text = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>)
  const reader = text.pipeThrough(new EventSourceParserStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
