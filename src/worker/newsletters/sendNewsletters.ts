import { Effect } from "effect"
import { EMAIL_SETTINGS } from "#contract/newsletters"
import { BulkSender } from "#core/mail"
import { type OpenSending, Sendings } from "#core/newsletters"
import { listMembers } from "#projections/newsletters"
import { postSource } from "./postSource.ts"

/** People of one batch. */
const BATCH_SIZE = 1_000
/** Runs that share the lane at the same time. */
const RUNS_AT_ONCE_MAX = 3

/** Sends due newsletters. Without a mail server they wait. */
export const sendNewsletters = Effect.gen(function* () {
  const [sendings, { lane }] = [yield* Sendings, yield* BulkSender]
  yield* sendings.settle
  if (lane === null) return
  yield* Effect.forEach(yield* sendings.listDue, sendPost, { concurrency: RUNS_AT_ONCE_MAX, discard: true })
})

const sendPost = Effect.fnUntraced(function* (sending: OpenSending) {
  const { sendingId, channelId, state } = sending
  if (channelId === null) return
  const [sendings, source] = [yield* Sendings, yield* postSource(sendingId)]
  if (state === "held") {
    const found = yield* source.check
    if (found !== "open") return yield* sendings.stop(sendingId, found)
    yield* collect(sendingId, channelId)
    yield* sendings.start(sending)
  }
  yield* sendings.deliver(sending, source)
})

/** Adds everyone on the list. Who gets a digest is a candidate too, so that the report names all. */
const collect = Effect.fnUntraced(function* (sendingId: string, channelId: number) {
  const sendings = yield* Sendings
  let after = ""
  for (let batch = 1; ; batch++) {
    const members = yield* listMembers(channelId, after, BATCH_SIZE)
    const people = members.map(({ personId, settingId }) => ({
      personId,
      exclusion: settingId === EMAIL_SETTINGS.immediate ? null : ("digest" as const),
    }))
    if (people.length > 0) yield* sendings.addCandidates(sendingId, batch, people)
    if (members.length < BATCH_SIZE) return
    after = members.at(-1)?.personId ?? ""
  }
})
