import { Hints } from "#core/kernel"
import { followPositions } from "#projections/follows"
import { walletMarks } from "#projections/wallet"
import { run } from "../../process/runtime.ts"

/** Pages of one person that may listen at once, and of all people together in one process. */
export const STREAMS_PER_PERSON_MAX = 8
const STREAMS_MAX = 4_000
/** Keeps proxies and our own server from taking a stream for dead; and finds what hints that were lost would have told. */
const BEAT_MS = 25_000
/** A stream ends after this long; the browser asks for a new one, and its session is looked at anew. */
const STREAM_MS_MAX = 300_000
/** After a hint the read model is looked at so often: it follows the log by a moment. */
const LOOKS_MS = [40, 160, 800] as const
/** And once more after that, where nothing else was heard: on a busy machine it follows by more. */
const LATE_LOOK_MS = 3_000

/** What a page is told of, and how it stands for some people: a mark that is another one after a change. */
const TOPICS = [
  { name: "follows", none: "0", marksOf: (ids: ReadonlyArray<string>) => run(followPositions(ids)) },
  { name: "wallet", none: "", marksOf: (ids: ReadonlyArray<string>) => run(walletMarks(ids)) },
] as const
type Topic = (typeof TOPICS)[number]

type Stream = {
  /** The marks that it was told last, by the topic's name. */
  readonly told: Map<string, string>
  readonly send: (text: string) => void
  readonly close: () => void
}

/**
 * Tells the pages of signed-in people when their follows or balances have changed, in whatever process or browser. Hints
 * of the log wake it; while nobody listens or nothing happens, nothing is asked.
 */
class Live {
  readonly #streams = new Map<string, Set<Stream>>()
  #count = 0
  #heard: Promise<void> | undefined
  #looks: Array<NodeJS.Timeout> = []
  #heardMeanwhile = false
  #beat: NodeJS.Timeout | undefined
  #late: NodeJS.Timeout | undefined

  /** A stream of server-sent events for one person's page; null where too many are open. Ends with the signal. */
  open(personId: string, signal: AbortSignal): ReadableStream<Uint8Array> | null {
    const own = this.#streams.get(personId) ?? new Set<Stream>()
    if (own.size >= STREAMS_PER_PERSON_MAX || this.#count >= STREAMS_MAX) return null
    this.#heard ??= run(Hints.use(({ listen }) => listen(() => this.#hear()))).then(
      // What changed until somebody listened was told to nobody, and its projection may still be about to follow.
      () => this.#hear(),
      () => {
        // The next stream asks again.
        this.#heard = undefined
      },
    )
    const encoder = new TextEncoder()
    let end = () => {}
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const send = (text: string) => controller.enqueue(encoder.encode(text))
        const over = setTimeout(() => stream.close(), STREAM_MS_MAX)
        end = () => {
          if (!own.delete(stream)) return
          this.#count -= 1
          if (own.size === 0) this.#streams.delete(personId)
          if (this.#count === 0) this.#beat = void clearInterval(this.#beat)
          clearTimeout(over)
        }
        const stream: Stream = {
          told: new Map(),
          send,
          close: () => {
            end()
            controller.close()
          },
        }
        own.add(stream)
        this.#count += 1
        this.#streams.set(personId, own)
        this.#beat ??= setInterval(() => this.#tellAlive(), BEAT_MS)
        signal.addEventListener("abort", () => end(), { once: true })
        void this.#look([personId])
      },
      cancel: () => end(),
    })
  }

  /** Ends every stream, so that a server that stops need not wait for them. */
  closeAll(): void {
    for (const look of [...this.#looks, this.#late]) clearTimeout(look)
    this.#looks = []
    for (const own of [...this.#streams.values()]) for (const stream of [...own]) stream.close()
  }

  #tellAlive(): void {
    for (const own of this.#streams.values()) for (const { send } of own) send(":\n\n")
    void this.#look([...this.#streams.keys()])
  }

  #hear(): void {
    if (this.#looks.length > 0) this.#heardMeanwhile = true
    if (this.#streams.size === 0 || this.#looks.length > 0) return
    clearTimeout(this.#late)
    const [last = 0] = LOOKS_MS.slice(-1)
    this.#looks = LOOKS_MS.map((ms) =>
      setTimeout(() => {
        void this.#look([...this.#streams.keys()])
        if (ms === last) this.#rest()
      }, ms),
    )
  }

  /** A hint that came while looks were under way may be of something that the last of them was too early for. */
  #rest(): void {
    const again = this.#heardMeanwhile
    this.#looks = []
    this.#heardMeanwhile = false
    if (again) this.#hear()
    else this.#late = setTimeout(() => void this.#look([...this.#streams.keys()]), LATE_LOOK_MS)
  }

  async #look(personIds: ReadonlyArray<string>): Promise<void> {
    await Promise.all(TOPICS.map((topic) => this.#lookFor(topic, personIds)))
  }

  async #lookFor({ name, none, marksOf }: Topic, personIds: ReadonlyArray<string>): Promise<void> {
    // What could not be found out is told at the next look.
    const marks = await marksOf(personIds).catch(() => null)
    if (marks === null) return
    for (const personId of personIds) {
      const mark = String(marks.get(personId) ?? none)
      for (const stream of this.#streams.get(personId) ?? []) {
        const told = stream.told.get(name)
        // Browsers drop events without data. And who had a mark and has none has left: there is nothing to ask for.
        if (mark === "" || told === mark || (told !== undefined && mark === none)) continue
        stream.told.set(name, mark)
        stream.send(`event: ${name}\ndata: ${mark}\n\n`)
      }
    }
  }
}

// On globalThis, because the process that serves pages is built apart from them and ends the streams when it stops.
const held = globalThis as { quireLive?: Live }

/** The streams of this process. */
export const live = (): Live => {
  held.quireLive ??= new Live()
  return held.quireLive
}
