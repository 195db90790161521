import { Clock, Effect } from "effect"
import { EMAIL_SETTINGS } from "#contract/newsletters"
import { nameUuid } from "#core/kernel"
import { BulkSender } from "#core/mail"
import { type OpenSending, Sendings } from "#core/newsletters"
import { listDigestMembers, listMembers } from "#projections/newsletters"
import { digestSource } from "./digestSource.ts"
import { DIGEST_KINDS, digestDueMs, digestSinceMs } from "./digestTimes.ts"
import { postSource } from "./postSource.ts"

/** People of one batch. */
const BATCH_SIZE = 1_000
/** Runs that share the lane at the same time. */
const RUNS_AT_ONCE_MAX = 3
/** A digest that could not be delivered by then is given up. */
const DIGEST_LIFE_MS = 20 * 3_600_000

/** Sends due newsletters and digests. Without a mail server they wait. */
export const sendNewsletters = Effect.gen(function* () {
  const [sendings, { lane }] = [yield* Sendings, yield* BulkSender]
  yield* sendings.settle
  if (lane === null) return
  yield* holdDigests
  yield* Effect.forEach(yield* sendings.listDue, sendDue, { concurrency: RUNS_AT_ONCE_MAX, discard: true })
})

/** Begins the newest digest of each kind. What is due is decided by time alone; a digest that began begins no second time. */
const holdDigests = Effect.gen(function* () {
  const [sendings, nowMs] = [yield* Sendings, yield* Clock.currentTimeMillis]
  for (const kind of DIGEST_KINDS) {
    const dueMs = digestDueMs(kind, nowMs)
    const sendingId = nameUuid(`digest\n${kind}\n${dueMs}`)
    const owner = { postId: null, channelId: null, authorId: null }
    yield* sendings.hold({ sendingId, kind, ...owner, dueMs, expiresMs: dueMs + DIGEST_LIFE_MS })
  }
})

const sendDue = Effect.fnUntraced(function* (sending: OpenSending) {
  const { sendingId, kind, postId, channelId, state, dueMs } = sending
  const sendings = yield* Sendings
  if (kind !== "post" && kind !== "opened") {
    const sinceMs = digestSinceMs(kind, dueMs, yield* sendings.previousDue(kind, dueMs))
    const source = yield* digestSource(kind, sinceMs, dueMs)
    if (state === "held") {
      yield* collect(sendingId, (after) =>
        Effect.map(listDigestMembers(kind, after, BATCH_SIZE), (personIds) =>
          personIds.map((personId) => ({ personId, exclusion: null })),
        ),
      )
      yield* sendings.start(sending)
    }
    return yield* sendings.deliver(sending, source)
  }
  if (channelId === null || postId === null) return
  const source = yield* postSource({ ...sending, postId })
  if (state === "held") {
    const found = yield* source.check
    if (found !== "open") return yield* sendings.stop(postId, found)
    // Who gets a digest is a candidate too, so that the report names everyone.
    yield* collect(sendingId, (after) =>
      Effect.map(listMembers(channelId, after, BATCH_SIZE), (members) =>
        members.map(({ personId, settingId }) => ({
          personId,
          exclusion: settingId === EMAIL_SETTINGS.immediate ? null : ("digest" as const),
        })),
      ),
    )
    yield* sendings.start(sending)
  }
  yield* sendings.deliver(sending, source)
})

type Collected = { readonly personId: string; readonly exclusion: "digest" | null }

/** Adds candidates, page by page, each page as a batch. */
const collect = Effect.fnUntraced(function* <R>(
  sendingId: string,
  page: (after: string) => Effect.Effect<ReadonlyArray<Collected>, never, R>,
) {
  const sendings = yield* Sendings
  let after = ""
  for (let batch = 1; ; batch++) {
    const people = yield* page(after)
    if (people.length > 0) yield* sendings.addCandidates(sendingId, batch, people)
    if (people.length < BATCH_SIZE) return
    after = people.at(-1)?.personId ?? ""
  }
})
