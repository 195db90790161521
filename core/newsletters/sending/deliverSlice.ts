import { Clock, Effect } from "effect"
import { nameUuid, type SqlClient } from "#core/kernel"
import type { BulkSender } from "#core/mail"
import { type BounceKind, bounceOf } from "../bounces/bounceOf.ts"
import { LetterMarks, type Settled } from "./LetterMarks.ts"
import type { Exclusion, LetterSource, WrittenLetter } from "./LetterSource.ts"
import type { DueLetter, makeSendingStore } from "./SendingStore.ts"
import { dayOf, lettersOfDayMax } from "./warmUp.ts"

/** Letters that are written together: membership, address and level are looked up once for all of them. */
const GROUP_MAX = 100
/** Letters that are listed together: a list sorts all letters that wait, which took a fifth of the time for each hundred. */
const LISTED_MAX = 1_000
/** Letters at the same time for each connection: while one is sent, the next one is recorded. */
const LETTERS_PER_CONNECTION = 2
/** How long one run has the lane before others get their turn. */
const SLICE_MS = 20_000
/** Pause while codes wait, and how long a letter waits for them at most. */
const CODES_PAUSE_MS = 100
const CODES_WAIT_MS_MAX = 10_000
/** Pause after the first failed attempt; it doubles with each further one. */
const PAUSE_MS = 60_000
const PAUSE_MS_MAX = 3_600_000

type Lane = NonNullable<(typeof BulkSender)["Service"]["lane"]>

/** What a slice needs. */
type Slice = {
  readonly sql: SqlClient
  readonly store: ReturnType<typeof makeSendingStore>
  readonly lane: Lane
  readonly source: LetterSource
  readonly sendingId: string
  readonly warmUpFrom: string | undefined
  readonly returnPathOf: (letterId: number) => string
  readonly digestOf: (address: string) => string
  /** Whether sign-in codes and other personal mail wait. */
  readonly hasCodes: Effect.Effect<boolean>
  readonly suppressed: (addresses: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
  readonly onRefused: (letterId: number, kind: BounceKind) => Effect.Effect<void>
}

/**
 * Sends due letters of a run until there are none, or for SLICE_MS. The caller holds the lock of the run. Returns why the
 * run must end, if it must.
 */
export const deliverSlice = ({ sql, store, lane, source, sendingId, ...slice }: Slice) =>
  Effect.gen(function* () {
    const beganMs = yield* Clock.currentTimeMillis
    yield* store.recover(sendingId, beganMs)
    const epoch = yield* store.takeOver(sendingId)
    if (epoch === null) return "open" as const
    yield* store.expire(sendingId, beganMs)
    const marks = new LetterMarks(sql, { sendingId, epoch })
    let listed: ReadonlyArray<DueLetter> = []
    for (;;) {
      const nowMs = yield* Clock.currentTimeMillis
      if (nowMs - beganMs >= SLICE_MS) return "open" as const
      const state = yield* source.check
      if (state !== "open") return state
      yield* waitForCodes(slice.hasCodes)
      const room = lettersOfDayMax(slice.warmUpFrom, nowMs) - (yield* store.lettersOn(dayOf(nowMs)))
      if (room <= 0) return "open" as const
      // A listed letter still waits: it is looked at again when it is started.
      if (listed.length === 0) listed = yield* store.listDue(sendingId, nowMs, LISTED_MAX)
      if (listed.length === 0) return "open" as const
      const group = listed.slice(0, Math.min(GROUP_MAX, room))
      listed = listed.slice(group.length)
      const written = yield* source.write(group.map(({ personId }) => personId))
      const addresses = [...written.values()].flatMap((each) => ("to" in each ? [each.to] : []))
      const suppressed = yield* slice.suppressed(addresses)
      let isStopped = false
      const sendOne = Effect.fnUntraced(function* (due: DueLetter) {
        if (isStopped) return
        const letter = written.get(due.personId) ?? { exclusion: "left" as const }
        if ("exclusion" in letter) return marks.settle(excluded(due, letter.exclusion, yield* Clock.currentTimeMillis))
        const address = slice.digestOf(letter.to)
        if (suppressed.has(address)) return marks.settle(excluded(due, "suppressed", yield* Clock.currentTimeMillis))
        const isStarted = yield* Effect.promise(() => marks.start(due.letterId))
        if (!isStarted) {
          isStopped = true
          return
        }
        const settled = yield* attempt({ lane, sendingId, due, letter, returnPath: slice.returnPathOf(due.letterId) })
        marks.settle({ ...settled, address })
        if (settled.reason === "refused") refused.push([due.letterId, bounceOf(settled.reply ?? "")])
      })
      const refused: Array<readonly [number, BounceKind]> = []
      yield* Effect.forEach(group, sendOne, { concurrency: LETTERS_PER_CONNECTION * lane.connections, discard: true })
      yield* Effect.promise(() => marks.flush())
      yield* Effect.forEach(refused, ([letterId, kind]) => slice.onRefused(letterId, kind), { discard: true })
      if (isStopped) return "open" as const
    }
  })

/** Sends one letter and says what became of it. */
const attempt = Effect.fnUntraced(function* ({
  lane,
  sendingId,
  due,
  letter,
  returnPath,
}: {
  readonly lane: Lane
  readonly sendingId: string
  readonly due: DueLetter
  readonly letter: WrittenLetter
  readonly returnPath: string
}) {
  const dateMs = yield* Clock.currentTimeMillis
  // The same letter has the same id, so that mail programs show a repeated one once.
  const messageId = nameUuid(`letter\n${sendingId}\n${due.personId}`)
  const raw = letter.compose({ messageId, dateMs })
  const failure = yield* lane.send({ returnPath, to: letter.to, raw }).pipe(
    Effect.as(null),
    Effect.catch((error) => Effect.succeed(error)),
  )
  const atMs = yield* Clock.currentTimeMillis
  const settled: Settled = {
    ...{ letterId: due.letterId, levelId: letter.levelId, isWhole: letter.isWhole ?? false },
    ...{ address: null, atMs, dueMs: atMs },
    ...{ state: "sent", reason: null, isUncertain: false, reply: null },
  }
  if (failure === null) return settled
  const { fate, reply } = failure
  const laterMs = atMs + Math.min(PAUSE_MS * 2 ** Math.min(due.attempts, 20), PAUSE_MS_MAX)
  if (fate === "refused") return { ...settled, state: "excluded" as const, reason: "refused" as const, reply }
  if (fate === "delayed") return { ...settled, state: "waiting" as const, reply, dueMs: laterMs }
  // Nobody gets a letter more than twice, so one that is uncertain again stays so.
  if (due.isUncertain) return { ...settled, isUncertain: true, reply }
  return { ...settled, state: "waiting" as const, isUncertain: true, reply, dueMs: laterMs }
})

const excluded = (due: DueLetter, reason: Exclusion, atMs: number): Settled => ({
  ...{ letterId: due.letterId, state: "excluded", reason, isUncertain: false, levelId: null, isWhole: null },
  ...{ address: null, reply: null, atMs, dueMs: atMs },
})

/** Codes go first: they share the machine and often the mail server. */
const waitForCodes = (hasCodes: Effect.Effect<boolean>) =>
  Effect.gen(function* () {
    const untilMs = (yield* Clock.currentTimeMillis) + CODES_WAIT_MS_MAX
    while ((yield* hasCodes) && (yield* Clock.currentTimeMillis) < untilMs) yield* Effect.sleep(CODES_PAUSE_MS)
  })
