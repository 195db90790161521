import { Effect } from "effect"
import { Hints } from "#core/kernel"
import { endedSessions } from "#projections/accounts"
import { unreadCounts, unreadRequestCounts } from "#projections/chat"
import { followPositions } from "#projections/follows"
import { unreadNoticeCounts } from "#projections/notifications"
import { commentCounts } from "#projections/publishing"
import { ticketMarks } from "#projections/tickets"
import { walletMarks } from "#projections/wallet"
import { run } from "../../process/runtime.ts"
import { onReplica } from "../readReplicas.ts"

/** Streams per person, and in one process. */
export const STREAMS_PER_PERSON_MAX = 8
const STREAMS_MAX = 4_000
/** Keeps proxies from closing idle streams, catches up after lost hints, and ends the streams of ended sessions. */
export const BEAT_MS = 25_000
/** A stream ends after this long and the browser asks for a new one. */
const STREAM_MS_MAX = 300_000
/** When pages ask again after a process that served their streams stopped. */
const RETRY_MS_MIN = 500
const RETRY_MS_SPREAD = 4_000
/** After a hint the read model is checked at these times, because it lags a little behind the log. */
const CHECKS_MS = [40, 160, 800] as const
/** A last check without further hints, for busy machines. */
const LATE_CHECK_MS = 3_000

/** The unread messages, requests and notices of each person, as the badge counts them. */
const unreadMarks = Effect.fn("unreadMarks")(function* (personIds: ReadonlyArray<string>) {
  const counts = yield* Effect.all([
    unreadNoticeCounts(personIds),
    unreadRequestCounts(personIds),
    unreadCounts(personIds),
  ])
  return new Map(personIds.map((id) => [id, String(counts.reduce((sum, each) => sum + (each.get(id) ?? 0), 0))]))
})

type Ids = ReadonlyArray<string>

/**
 * What pages are notified of: data of their person, or of the post that they show. `marksOf` returns a value for each id
 * that changes with every change.
 */
const TOPICS = [
  { name: "follows", of: "personId", none: "0", marksOf: (ids: Ids) => run(followPositions(ids)) },
  { name: "wallet", of: "personId", none: "", marksOf: (ids: Ids) => run(walletMarks(ids)) },
  { name: "unread", of: "personId", none: "", marksOf: (ids: Ids) => run(unreadMarks(ids)) },
  { name: "tickets", of: "personId", none: "0", marksOf: (ids: Ids) => run(ticketMarks(ids)) },
  { name: "comments", of: "postId", none: "0", marksOf: (ids: Ids) => run(commentCounts(ids)) },
] as const
type Topic = (typeof TOPICS)[number]

/** The person who has the page open, and the post whose comments it shows, if any. The caller has checked that they may. */
type Page = { readonly personId: string; readonly sessionId: string; readonly postId: string | null }

type Stream = Page & {
  /** The last sent mark by topic name. */
  readonly lastMarks: Map<string, string>
  readonly send: (text: string) => void
  readonly close: () => void
  /** Closes it, and asks the page to come back at a time of its own. */
  readonly leave: () => void
}

/**
 * Notifies pages of signed-in people when their follows, balances or unread messages change in any process or browser. Log hints trigger
 * the checks; without streams or hints there are no queries.
 */
class LiveStreams {
  readonly #streams = new Map<string, Set<Stream>>()
  #count = 0
  #listening: Promise<void> | undefined
  #checks: Array<NodeJS.Timeout> = []
  #heardMeanwhile = false
  #beat: NodeJS.Timeout | undefined
  #late: NodeJS.Timeout | undefined

  /** A stream of server-sent events for a page of one person; null if too many are open. Ends with the signal. */
  open({ personId, sessionId, postId }: Page, signal: AbortSignal): ReadableStream<Uint8Array> | null {
    const own = this.#streams.get(personId) ?? new Set<Stream>()
    if (own.size >= STREAMS_PER_PERSON_MAX || this.#count >= STREAMS_MAX) return null
    this.#listening ??= run(Hints.use(({ listen }) => listen(() => this.#listen()))).then(
      // Changes before the first hint was heard are not known yet.
      () => this.#listen(),
      () => {
        // The next stream tries again.
        this.#listening = undefined
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
          ...{ personId, sessionId, postId },
          lastMarks: new Map(),
          send,
          close: () => {
            if (!own.has(stream)) return
            end()
            controller.close()
          },
          leave: () => {
            if (own.has(stream)) send(`retry: ${Math.round(RETRY_MS_MIN + Math.random() * RETRY_MS_SPREAD)}\n\n`)
            stream.close()
          },
        }
        own.add(stream)
        this.#count += 1
        this.#streams.set(personId, own)
        this.#beat ??= setInterval(() => void this.#keepAlive(), BEAT_MS)
        signal.addEventListener("abort", () => end(), { once: true })
        void this.#check([personId])
      },
      cancel: () => end(),
    })
  }

  /** Ends the streams one after the other, so that pages do not all ask another process at the same moment. */
  drain(forMs: number): void {
    for (const stream of this.#all()) setTimeout(() => stream.leave(), Math.random() * forMs).unref()
  }

  /** Ends every stream, so that a stopping server need not wait for them. Pages ask again at different times. */
  closeAll(): void {
    for (const check of [...this.#checks, this.#late]) clearTimeout(check)
    this.#checks = []
    for (const stream of this.#all()) stream.leave()
  }

  #all(): ReadonlyArray<Stream> {
    return [...this.#streams.values()].flatMap((own) => [...own])
  }

  async #keepAlive(): Promise<void> {
    await this.#closeEnded().catch(() => undefined)
    for (const own of this.#streams.values()) for (const { send } of own) send(":\n\n")
    void this.#check([...this.#streams.keys()])
  }

  async #closeEnded(): Promise<void> {
    const streams = this.#all()
    const ended = new Set(await run(endedSessions(streams.map(({ sessionId }) => sessionId))))
    for (const stream of streams) if (ended.has(stream.sessionId)) stream.close()
  }

  #listen(): void {
    if (this.#checks.length > 0) this.#heardMeanwhile = true
    if (this.#streams.size === 0 || this.#checks.length > 0) return
    clearTimeout(this.#late)
    const [last = 0] = CHECKS_MS.slice(-1)
    this.#checks = CHECKS_MS.map((ms) =>
      setTimeout(() => {
        void this.#check([...this.#streams.keys()])
        if (ms === last) this.#rest()
      }, ms),
    )
  }

  /** A hint during the checks may concern a change that the last of them came too early for. */
  #rest(): void {
    const again = this.#heardMeanwhile
    this.#checks = []
    this.#heardMeanwhile = false
    if (again) this.#listen()
    else this.#late = setTimeout(() => void this.#check([...this.#streams.keys()]), LATE_CHECK_MS)
  }

  async #check(personIds: ReadonlyArray<string>): Promise<void> {
    await Promise.all(TOPICS.map((topic) => this.#checkTopic(topic, personIds)))
  }

  async #checkTopic({ name, of, none, marksOf }: Topic, personIds: ReadonlyArray<string>): Promise<void> {
    // A failed query is repeated by the next check.
    const streamsNow = () => personIds.flatMap((personId) => [...(this.#streams.get(personId) ?? [])])
    const ids = new Set(streamsNow().flatMap((stream) => stream[of] ?? []))
    if (ids.size === 0) return
    const read = (): Promise<ReadonlyMap<string, string | number>> => marksOf([...ids])
    const marks = await onReplica(read).catch(() => null)
    if (marks === null) return
    // Some may have ended during the query.
    for (const stream of streamsNow()) {
      const id = stream[of]
      if (id === null) continue
      const mark = String(marks.get(id) ?? none)
      const lastMark = stream.lastMarks.get(name)
      // Browsers drop events without data. A mark that disappears means a deleted account.
      if (mark === "" || lastMark === mark || (lastMark !== undefined && mark === none)) continue
      stream.lastMarks.set(name, mark)
      stream.send(`event: ${name}\ndata: ${mark}\n\n`)
    }
  }
}

// On globalThis: the server process, which is built separately from the pages, ends the streams when it stops.
const globals = globalThis as { quireLive?: LiveStreams }

/** The streams of this process. */
export const live = (): LiveStreams => {
  globals.quireLive ??= new LiveStreams()
  return globals.quireLive
}
