import { Clock, Context, Effect, Layer } from "effect"
import { AppConfig, dieOnConflict, formatIso, reader, Sql, tryAdvisoryLock, writer } from "#core/kernel"
import { BulkSender, Mail, senderOf } from "#core/mail"
import { Bounces } from "../bounces/Bounces.ts"
import { NoSending, NothingFailed, SendingOver } from "../refusals.ts"
import { Tokens } from "../Tokens.ts"
import { deliverSlice } from "./deliverSlice.ts"
import { BatchSubmitted, SendingCancelled, SendingFinished, SendingPrepared, SendingResumed } from "./events.ts"
import type { LetterSource } from "./LetterSource.ts"
import { note, Sending } from "./Sending.ts"
import {
  type Candidate,
  makeSendingStore,
  type NewSending,
  type OpenSending,
  type SendingKind,
  type Tally,
} from "./SendingStore.ts"

/** Runs that one job looks at. */
const OPEN_MAX = 100
/** How often failed letters of a run may be sent again, for how many days, and when they are given up. */
const RESENDS_MAX = 5
const DAY_MS = 86_400_000
const RESEND_DAYS_MAX = 30
const RESEND_LIFE_MS = 2 * DAY_MS

/** Runs of mail: who gets a letter, which letters have left, and how many are uncertain. */
export class Sendings extends Context.Service<
  Sendings,
  {
    /** Adds a run that collects its people at `dueMs`. The same id again changes nothing. */
    hold(sending: NewSending): Effect.Effect<void>
    /** Runs that are due and not over. */
    readonly listDue: Effect.Effect<ReadonlyArray<OpenSending>>
    /** Adds candidates of a run that is held, by batches; a repeat changes nothing. */
    addCandidates(sendingId: string, batch: number, people: ReadonlyArray<Candidate>): Effect.Effect<void>
    /** Freezes the candidates and starts the run. */
    start(sending: OpenSending): Effect.Effect<void>
    /**
     * Sends letters of a run for a while, if no other worker does. Letters that another worker left under way are sent once
     * more and counted as uncertain.
     */
    deliver(sending: OpenSending, source: LetterSource): Effect.Effect<void>
    /** Calls a run off for its author: what has not left stays. */
    cancel(authorId: string, sendingId: string): Effect.Effect<void, NoSending | SendingOver>
    /** Sends failed letters of a finished run once more, for its author. Returns how many wait. */
    resend(authorId: string, sendingId: string): Effect.Effect<number, NoSending | NothingFailed>
    /** Ends all runs about a post because it is gone. */
    stop(postId: string, by: "deleted" | "hidden"): Effect.Effect<void>
    /** Whether mail about a post was begun when it was published, and not called off by its author. */
    isMailed(postId: string): Effect.Effect<boolean>
    /** Those of these people who got the whole post by another run. */
    hadWhole(sending: OpenSending, personIds: ReadonlyArray<string>): Effect.Effect<ReadonlySet<string>>
    tally(sendingId: string): Effect.Effect<Tally>
    /** When the last digest of a kind before this one was due; null if there was none. */
    previousDue(kind: SendingKind, dueMs: number): Effect.Effect<number | null>
    /** Excludes an erased person from all runs. */
    forget(personId: string): Effect.Effect<void>
    /** Records ends of runs whose worker was killed before it could. */
    readonly settle: Effect.Effect<void>
  }
>()("core/newsletters/Sendings") {
  static readonly layer = Layer.effect(
    Sendings,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const settings = yield* AppConfig
      const { lane } = yield* BulkSender
      const [mail, bounces, tokens] = [yield* Mail, yield* Bounces, yield* Tokens]
      const store = makeSendingStore(sql)
      const write = yield* writer(Sending)
      const read = yield* reader(Sending)
      const record = (event: Parameters<typeof note>[0]) =>
        Effect.asVoid(write(event.sendingId, note(event)).pipe(dieOnConflict))

      const recordCancelled = Effect.fnUntraced(function* (sendingId: string, by: "author" | "deleted" | "hidden") {
        yield* record(SendingCancelled.make({ sendingId, by, cancelledAt: formatIso(yield* Clock.currentTimeMillis) }))
        yield* store.markTold(sendingId)
      })
      const end = Effect.fnUntraced(function* (sendingId: string, by: "author" | "deleted" | "hidden") {
        const isEnded = yield* store.cancel(sendingId, by, yield* Clock.currentTimeMillis)
        if (isEnded) yield* recordCancelled(sendingId, by)
        return isEnded
      })

      /** Records batches without open letters, and the end of the run after the last one. */
      const closeBatches = Effect.fnUntraced(function* (sendingId: string) {
        const nowMs = yield* Clock.currentTimeMillis
        const { batches } = yield* read(sendingId)
        const tallies = yield* store.tallies(sendingId, [...batches])
        let open = 0
        for (const [batch, { open: left, ...counts }] of tallies) {
          open += left
          if (left === 0)
            yield* record(BatchSubmitted.make({ sendingId, batch, ...counts, submittedAt: formatIso(nowMs) }))
        }
        if (open > 0) return
        const { candidates, submitted, uncertain, excluded } = yield* store.tally(sendingId)
        yield* record(
          SendingFinished.make({ sendingId, candidates, submitted, uncertain, excluded, finishedAt: formatIso(nowMs) }),
        )
        yield* store.finish(sendingId)
      })

      return Sendings.of({
        hold: (sending) => Effect.asVoid(store.add(sending)),
        listDue: Effect.flatMap(Clock.currentTimeMillis, (nowMs) => store.listOpen(nowMs, OPEN_MAX)),
        addCandidates: (sendingId, batch, people) =>
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            Effect.asVoid(store.addLetters(sendingId, batch, people, nowMs)),
          ),

        start: Effect.fn("Sendings.start")(function* ({ sendingId, kind, postId, channelId, authorId }) {
          const { candidates, excluded } = yield* store.tally(sendingId)
          const preparedAt = formatIso(yield* Clock.currentTimeMillis)
          const counts = { candidates, excluded, ...(kind === "opened" && postId !== null ? { postId } : {}) }
          yield* record(SendingPrepared.make({ sendingId, kind, channelId, authorId, ...counts, preparedAt }))
          yield* store.start(sendingId)
        }),

        deliver: Effect.fn("Sendings.deliver")(function* ({ sendingId, postId, channelId }, source) {
          if (lane === null) return
          const returnPathOf = (letterId: number) =>
            settings.bounceDomain === undefined
              ? senderOf(settings)
              : `b${tokens.bounceTokenOf(letterId)}@${settings.bounceDomain}`
          const slice = deliverSlice({
            ...{ sql, store, lane, source, sendingId, returnPathOf },
            warmUpFrom: settings.warmUpFrom,
            digestOf: tokens.digestOf,
            hasCodes: mail.isBusy,
            suppressed: (addresses) => bounces.suppressed(addresses, channelId),
            onRefused: (letterId, kind) => Effect.asVoid(bounces.record(letterId, kind)),
          })
          const work = Effect.gen(function* () {
            const outcome = yield* slice
            if (outcome === "deleted" || outcome === "hidden") yield* end(sendingId, outcome)
            else yield* closeBatches(sendingId)
          })
          // Runs about one post take turns, so that each knows what the others have sent.
          yield* tryAdvisoryLock(sql, lockOf(postId ?? sendingId), work)
        }),

        cancel: Effect.fn("Sendings.cancel")(function* (authorId, sendingId) {
          const found = yield* store.find(sendingId)
          if (found === null || found.authorId !== authorId) return yield* new NoSending({})
          if (!(yield* end(sendingId, "author"))) return yield* new SendingOver({})
        }),
        resend: Effect.fn("Sendings.resend")(function* (authorId, sendingId) {
          const found = yield* store.find(sendingId)
          if (found === null || found.authorId !== authorId) return yield* new NoSending({})
          const nowMs = yield* Clock.currentTimeMillis
          const letters = yield* store.resume(sendingId, {
            ...{ nowMs, expiresMs: nowMs + RESEND_LIFE_MS },
            ...{ sinceMs: nowMs - RESEND_DAYS_MAX * DAY_MS, resendsMax: RESENDS_MAX },
          })
          if (letters === null || letters === 0) return yield* new NothingFailed({})
          yield* record(SendingResumed.make({ sendingId, letters, resumedAt: formatIso(nowMs) }))
          return letters
        }),
        stop: Effect.fn("Sendings.stop")(function* (postId, by) {
          for (const { sendingId, isOpen } of yield* store.listOfPost(postId)) if (isOpen) yield* end(sendingId, by)
        }),
        isMailed: (postId) =>
          Effect.map(store.listOfPost(postId), (runs) =>
            runs.some(({ sendingId, cancelledBy }) => sendingId === postId && cancelledBy !== "author"),
          ),
        hadWhole: ({ postId, sendingId }, personIds) =>
          postId === null ? Effect.succeed(new Set()) : store.listWithWhole(postId, sendingId, personIds),
        tally: store.tally,
        previousDue: store.dueBefore,
        forget: (personId) => Effect.asVoid(store.forgetPerson(personId)),
        settle: Effect.gen(function* () {
          for (const { sendingId, by } of yield* store.listUntold(OPEN_MAX)) yield* recordCancelled(sendingId, by)
          const nowMs = yield* Clock.currentTimeMillis
          for (const { sendingId, postId } of yield* store.listAbandoned(OPEN_MAX))
            yield* tryAdvisoryLock(sql, lockOf(postId ?? sendingId), store.abandon(sendingId, nowMs))
        }),
      })
    }),
  )
}

const lockOf = (sendingId: string) => ({ work: "newsletter", on: sendingId })
