import { Clock, Effect, Schema } from "effect"
import { AppConfig, uuidv7 } from "#core/kernel"
import { BulkSender, makeLetterTemplate, senderOf } from "#core/mail"
import { OUT_SLOT, READ_SLOT, Tokens } from "#core/newsletters"
import { AttachableMedia, MediaAccess, mediaIdsOf, PostMailLinks } from "#core/publishing"
import { channelsOf } from "#projections/channels"
import { findReaders } from "#projections/newsletters"
import { publicPictures, renderLetter } from "./renderLetter.ts"

/** A test letter could not be sent. */
export class TestLetterNotSent extends Schema.TaggedError<TestLetterNotSent>()("TestLetterNotSent", {
  messageKey: Schema.Literals(["compose.letter.noServer", "compose.letter.noAddress", "compose.letter.refused"]),
}) {}

/** What is written, and for which reader. */
export type TestLetter = {
  readonly personId: string
  readonly postId: string
  readonly channelId: number
  readonly slug: string
  readonly title: string
  readonly preview: string
  readonly gated: string
  /** Ids of Home/Levels. */
  readonly levelId: number
  readonly readerLevelId: number
}

/**
 * Mails a post to its author, as a reader of a level would get it. The letter is like those of a run, with the author's own
 * links. Pictures that nobody else may load yet are links in it, because a mail program has no session.
 */
export const sendTestLetter = Effect.fn("sendTestLetter")(function* (letter: TestLetter) {
  const { personId, postId, channelId, slug, title, preview, gated, levelId, readerLevelId } = letter
  const [settings, tokens, { lane }] = [yield* AppConfig, yield* Tokens, yield* BulkSender]
  if (lane === null) return yield* new TestLetterNotSent({ messageKey: "compose.letter.noServer" })
  const reader = (yield* findReaders(channelId, [personId])).get(personId)
  if (reader?.email == null || !reader.isConfirmed)
    return yield* new TestLetterNotSent({ messageKey: "compose.letter.noAddress" })
  const isLocked = readerLevelId < levelId && gated.trim() !== ""
  const shown = isLocked ? preview : `${preview}\n\n${gated}`
  const mediaIds = mediaIdsOf(shown)
  const media = mediaIds.length === 0 ? [] : yield* (yield* AttachableMedia).find(personId, mediaIds)
  const access = yield* MediaAccess
  const open = yield* Effect.filter(media, ({ mediaId }) =>
    Effect.map(access.find(mediaId, null), (grant) => grant?.access === "everyone"),
  )
  const channel = (yield* channelsOf(personId)).find((each) => each.channelId === channelId)
  const text = yield* renderLetter(
    {
      ...{ title, preview, gated: isLocked ? null : gated, isLocked, isTest: true, slug },
      ...{ channelCode: channel?.code ?? "", channelName: channel?.subject ?? "" },
    },
    reader.locale,
    yield* publicPictures(open),
  )
  const nowMs = yield* Clock.currentTimeMillis
  const out = tokens.outTokenOf({ personId, channelId })
  const raw = makeLetterTemplate(text)({
    ...{ to: reader.email, messageId: uuidv7(nowMs), dateMs: nowMs },
    unsubscribeUrl: `${settings.publicOrigin}/mail/out/${out}`,
    slots: {
      [OUT_SLOT]: out,
      [READ_SLOT]: (yield* PostMailLinks).tokenOf({ personId, postId }, nowMs),
    },
  })
  yield* lane
    .send({ returnPath: senderOf(settings), to: reader.email, raw })
    .pipe(
      Effect.catch(({ reply }) =>
        Effect.andThen(
          Effect.logWarning("test letter not sent", { postId, reply }),
          Effect.fail(new TestLetterNotSent({ messageKey: "compose.letter.refused" })),
        ),
      ),
    )
})
