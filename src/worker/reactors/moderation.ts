import { Effect } from "effect"
import type { FeedId, ItemId } from "#contract/feeds"
import type { LapseCause } from "#contract/moderation"
import { ChannelEvents, Channels, channelReader } from "#core/channels"
import { ChatPersonEvents, Chats, RoomEvents } from "#core/chat"
import { Feeds } from "#core/feeds"
import { CurrentMeta, EventStore, nameUuid, type Sql, type StoredEvent, SubjectEvents } from "#core/kernel"
import { pictureAddress } from "#core/media"
import { CaseEvents, type CaseTarget, caseIdOf, isWithheld, Moderation, WithheldPictures } from "#core/moderation"
import { CommentEvents, Comments, channelFeedId, PostEvents, Posts, pictureAddressesOf } from "#core/publishing"
import { picturesOf } from "#projections/feeds"
import { listCaseIds, listOpenCaseIdsAt } from "#projections/moderation"
import { findOwnCover } from "#projections/publishing"
import { type Reactor, waitFor } from "#projections/runner"

const COMMENT_REPORTED = "publishing.CommentReported.v1"
const MESSAGE_REPORTED = "chat.MessageReported.v1"
const COMMENT_REMOVED = "publishing.CommentRemoved.v1"
const MESSAGE_REMOVED = "chat.MessageRemoved.v1"
const POST_DELETED = "publishing.PostDeleted.v1"
const TAKEN = "moderation.MeasureTaken.v1"
const CHANNEL_FORGOTTEN = "channels.ChannelForgotten.v1"
const LIFTED = "moderation.MeasureLifted.v1"
const BANNED = "moderation.AuthorBanned.v1"

/** How long the list of a person's cases may take to be complete; later the event is tried again. */
const CAUGHT_UP_MS_MAX = 20_000

/** Commands that an event causes run under an id of that event: a repeat changes nothing. */
const causedBy = ({ eventId }: StoredEvent, what: string) =>
  Effect.provideService(CurrentMeta, {
    ...{ actor: "system", commandId: nameUuid(`moderation ${what}\n${eventId}`) },
    ...{ correlationId: null, causationId: eventId },
  })

/** A message in a case: its room and its number. */
const messageIdOf = (roomId: string, seq: number): string => `${roomId}:${seq}`
const readMessageId = (targetId: string) => {
  const [roomId = "", seq = ""] = targetId.split(":")
  return { roomId, seq: Number(seq) }
}

/**
 * Opens a case for each reported comment and message, or adds the report to the case that there is, and closes it when what
 * was reported is gone. One reactor for both, so that a removal comes after the reports before it.
 */
export const openCasesReactor = Effect.gen(function* () {
  const [moderation, comments, chats] = [yield* Moderation, yield* Comments, yield* Chats]
  const store = yield* EventStore
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof ChatPersonEvents.decode>> | Sql>()

  /** After an erasure there is no key to seal a text with. */
  const isErased = (personId: string) =>
    Effect.map(store.readStream(`subject-${personId}`, 0, 1), ({ length }) => length > 0)

  const add = Effect.fnUntraced(function* (
    stored: StoredEvent,
    target: CaseTarget,
    report: {
      readonly reporterId: string
      readonly reason: string
      readonly reportedAt: string
      readonly text: string
    },
  ) {
    const { reporterId, reason, reportedAt, text } = report
    if ((yield* isErased(reporterId)) || (yield* isErased(target.ownerId))) return
    const reportedMs = Date.parse(reportedAt)
    yield* moderation.report({ target, reporterId, reason, text, reportedMs }).pipe(causedBy(stored, "report"))
  })

  const addComment = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = yield* Effect.orDie(CommentEvents.decode(stored))
    if (event._tag !== COMMENT_REPORTED) return
    const found = yield* comments.find(event.commentId)
    if (found === null) return
    const { commentId: targetId, postId: placeId, personId: ownerId } = found.place
    const { reporterId, reason, reportedAt } = event
    const report = { reporterId, reason: reason ?? "", reportedAt, text: found.text }
    yield* add(stored, { kind: "comment", targetId, placeId, ownerId }, report)
  })

  const addMessage = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = yield* Effect.orDie(ChatPersonEvents.decode(stored))
    if (event._tag !== MESSAGE_REPORTED) return
    const { roomId, seq, senderId: ownerId, personId: reporterId, reason, reportedAt } = event
    const target = { kind: "message", targetId: messageIdOf(roomId, seq), placeId: roomId, ownerId } as const
    const text = yield* chats.textOf(roomId, seq)
    yield* add(stored, target, { reporterId, reason: reason ?? "", reportedAt, text })
  })

  const lapse = (stored: StoredEvent, caseId: string, cause: LapseCause) =>
    moderation.lapse(caseId, cause).pipe(causedBy(stored, `lapse ${caseId}`))

  const lapseComment = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = CommentEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== COMMENT_REMOVED) return
    const cause = event.by === "operator" ? "gone" : event.by
    yield* lapse(stored, caseIdOf({ kind: "comment", targetId: event.commentId }), cause)
  })

  const lapseMessage = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = RoomEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== MESSAGE_REMOVED) return
    const { roomId, seq, senderId } = event
    const actors: Readonly<Record<string, LapseCause>> = { [`user:${senderId}`]: "author", system: "gone" }
    const cause = actors[stored.actor] ?? (stored.actor.startsWith("user:") ? "creator" : "gone")
    yield* lapse(stored, caseIdOf({ kind: "message", targetId: messageIdOf(roomId, seq) }), cause)
  })

  /** The comments on a post vanish with it. */
  const lapsePost = Effect.fnUntraced(function* (stored: StoredEvent) {
    const { postId } = PostEvents.decodeOpen(stored.type, stored.data)
    yield* lapse(stored, caseIdOf({ kind: "post", targetId: postId }), "author")
    // Cases that this reactor opened a moment ago have later positions than this event.
    if (!(yield* waitFor("moderation", yield* store.head, CAUGHT_UP_MS_MAX)))
      return yield* Effect.die(new Error("the cases about comments on a deleted post are not listed yet"))
    for (const caseId of yield* listOpenCaseIdsAt(postId)) yield* lapse(stored, caseId, "creator")
  })

  const lapseChannel = Effect.fnUntraced(function* (stored: StoredEvent) {
    const { channelId } = ChannelEvents.decodeOpen(stored.type, stored.data)
    yield* lapse(stored, caseIdOf({ kind: "channel", targetId: String(channelId) }), "author")
  })

  const workOf = (stored: StoredEvent) => {
    switch (stored.type) {
      case COMMENT_REPORTED:
        return addComment(stored)
      case MESSAGE_REPORTED:
        return addMessage(stored)
      case COMMENT_REMOVED:
        return lapseComment(stored)
      case MESSAGE_REMOVED:
        return lapseMessage(stored)
      case CHANNEL_FORGOTTEN:
        return lapseChannel(stored)
      default:
        return lapsePost(stored)
    }
  }

  return {
    name: "open_cases",
    types: [
      ...[COMMENT_REPORTED, MESSAGE_REPORTED, COMMENT_REMOVED, MESSAGE_REMOVED],
      ...[POST_DELETED, CHANNEL_FORGOTTEN],
    ],
    from: "beginning",
    react: (stored) => Effect.runPromiseWith(services)(workOf(stored)),
  } satisfies Reactor
})

/** Takes down what a measure withholds, and brings it back when the measure ends. A removed chat message stays removed. */
export const applyMeasuresReactor = Effect.gen(function* () {
  const [comments, chats, posts] = [yield* Comments, yield* Chats, yield* Posts]
  const channels = yield* Channels
  const [feeds, moderation, pictures] = [yield* Feeds, yield* Moderation, yield* WithheldPictures]
  const readChannel = yield* channelReader
  const services = yield* Effect.context<Sql>()

  /** The pictures that are withheld with something. Those of chat messages go with the message, and comments have none. */
  const addressesOf = Effect.fnUntraced(function* ({ kind, targetId, placeId, ownerId }: CaseTarget) {
    if (kind === "post") {
      const cover = yield* findOwnCover(targetId)
      const { preview, gated } = yield* posts
        .read(ownerId, targetId)
        .pipe(Effect.catch(() => Effect.succeed({ preview: "", gated: "" })))
      return [
        ...(cover === null ? [] : [pictureAddress("header", cover)]),
        ...pictureAddressesOf(`${preview}\n\n${gated}`),
      ]
    }
    if (kind === "channel") {
      const { icon, banner } = yield* readChannel(targetId)
      return [
        ...(icon === null ? [] : [pictureAddress("avatar", icon)]),
        ...(banner === null ? [] : [pictureAddress("header", banner)]),
        ...(yield* picturesOf({ feedId: channelFeedId(Number(targetId)), itemId: null })),
      ]
    }
    if (kind !== "feed" && kind !== "item") return []
    return yield* picturesOf({ feedId: placeId, itemId: kind === "item" ? targetId : null })
  })

  /** Withholds what a case is about, or gives it back. */
  const applyTo = Effect.fnUntraced(function* ({ kind, targetId, placeId }: CaseTarget, isTaken: boolean) {
    switch (kind) {
      case "comment":
        return yield* isTaken ? comments.removeByOperator(targetId) : comments.restoreByOperator(targetId)
      case "post":
        return yield* isTaken ? posts.withhold(targetId) : posts.release(targetId)
      case "feed":
      case "item": {
        const what = { feedId: placeId as FeedId, itemId: kind === "feed" ? null : (targetId as ItemId) }
        return yield* isTaken ? feeds.withhold(what) : feeds.release(what)
      }
      case "channel":
        return yield* isTaken ? channels.withhold(Number(targetId)) : channels.release(Number(targetId))
      case "message": {
        const { roomId, seq } = readMessageId(targetId)
        if (isTaken) yield* chats.removeByOperator(roomId, seq)
      }
    }
  })

  const apply = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = CaseEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== TAKEN && event._tag !== LIFTED && event._tag !== BANNED) return
    const found = yield* moderation.find(event.caseId)
    if (found === null || found.target === null) return
    const { ownerId } = found.target
    if (event._tag === BANNED) {
      yield* chats.banByOperator(event.roomId, ownerId, event.caseId).pipe(
        causedBy(stored, "ban"),
        // A room that has as many bans as it can have takes no other; the message is removed all the same.
        Effect.catchTag(["NeedPermission", "TooMany"], ({ _tag }) =>
          Effect.logWarning("nobody was banned from the room", { caseId: event.caseId, reason: _tag }),
        ),
        Effect.orDie,
      )
      return
    }
    const roomId = event._tag === LIFTED ? (found.measure?.bannedFrom ?? null) : null
    if (roomId !== null)
      yield* chats.unbanByOperator(roomId, ownerId, event.caseId).pipe(causedBy(stored, "unban"), Effect.orDie)
    yield* applyTo(found.target, event._tag === TAKEN).pipe(causedBy(stored, "measure"), Effect.orDie)
    // By the newest state, because these rows have no command that a repeat would find done.
    if (isWithheld(found)) yield* pictures.withhold(event.caseId, yield* addressesOf(found.target))
    else yield* pictures.release(event.caseId)
  })

  return {
    name: "apply_measures",
    types: [TAKEN, LIFTED, BANNED],
    from: "beginning",
    react: (stored) => Effect.runPromiseWith(services)(apply(stored)),
  } satisfies Reactor
})

/** Forgets the texts of cases whose owner was erased. Their key is gone already. */
export const forgetCasesReactor = Effect.gen(function* () {
  const services = yield* Effect.context<Sql>()
  const moderation = yield* Moderation

  const forget = Effect.fnUntraced(function* (personId: string, position: number) {
    if (!(yield* waitFor("moderation", position, CAUGHT_UP_MS_MAX)))
      return yield* Effect.die(new Error("the cases of an erased person are not listed yet"))
    for (const caseId of yield* listCaseIds(personId)) yield* moderation.forget(caseId)
  })

  return {
    name: "forget_cases",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: ({ type, data, position }) =>
      Effect.runPromiseWith(services)(forget(SubjectEvents.decodeSync(type, data).subjectId, position)),
  } satisfies Reactor
})
