import { Effect, type Schema } from "effect"
import { GIFT_RULE_FIRST } from "#contract/subscriptions"
import { AccountEvents, AppPasswordEvents, IdentityEvents, PasskeyEvents, TwoStepEvents } from "#core/accounts"
import { ApplicationEvents, ClaimEvents } from "#core/channels"
import { RoomEvents } from "#core/chat"
import { AccessEvents, CheckEvents } from "#core/identity"
import { EventStore, type Sealing, type Sql, type StoredEvent, SubjectEvents } from "#core/kernel"
import { CaseEvents } from "#core/moderation"
import { type Notice, Notices } from "#core/notifications"
import { CommentEvents, PostEvents } from "#core/publishing"
import { AccessPassEvents, ForwardEvents, GiftEvents, PremiumSeatEvents, RuleEvents } from "#core/subscriptions"
import { TicketEvents, Tickets } from "#core/tickets"
import {
  AddressBookEvents,
  coinText,
  DepositEvents,
  DonationEvents,
  WithdrawalEvents,
  WithdrawalPasswordEvents,
} from "#core/wallet"
import { findProfile } from "#projections/accounts"
import { findChannelById } from "#projections/channels"
import { findUnreadReply } from "#projections/chat"
import { findFeed } from "#projections/feeds"
import {
  cancelledNotices,
  commentNotices,
  depositNotices,
  donationNotices,
  identityNotice,
  lostNotice,
  moderationNotices,
  type NotifiableEvent,
  noticeOf,
  noticeWith,
  withdrawalNotices,
} from "#projections/notifications"
import { findComment, findPost } from "#projections/publishing"
import { type Reactor, waitFor } from "#projections/runner"
import { findGift } from "#projections/subscriptions"

/** Event families that cause notices. */
const TOLD = [
  [AccountEvents, "AccountActivated SignUpRepeated PasswordChanged EmailChanged SignedIn"],
  [
    TwoStepEvents,
    "TwoStepEnrolled TwoStepStopped TwoStepRemoved RecoveryCodesMade RecoveryCodeUsed TwoStepRemovalRequested TwoStepRemovalCancelled",
  ],
  [PasskeyEvents, "PasskeyAdded PasskeyRemoved"],
  [AppPasswordEvents, "AppPasswordMade AppPasswordRevoked"],
  [IdentityEvents, "IdentityLinked IdentityUnlinked"],
] as const
const CLAIMED = "channels.FeedClaimed.v1"
const DONATED = "wallet.Donated.v1"
const DEPOSITS: ReadonlySet<string> = new Set(["wallet.DepositCredited.v1", "wallet.DepositReversed.v1"])
const REQUESTED = "wallet.WithdrawalRequested.v1"
const CANCELLED = "wallet.WithdrawalCancelled.v1"
const COMMENTED: ReadonlySet<string> = new Set(["publishing.CommentPosted.v1", "publishing.CommentApproved.v1"])
const CHATTED = "chat.MessagePosted.v1"
/** One notice per hour for replies to the same chat message. */
const REPLIES_MS = 3_600_000
/** A renewal that could not be charged, and the end of access that follows. */
const MISSED = "subscriptions.RenewalMissed.v1"
const LAPSED = "subscriptions.RuleLapsed.v1"
const REMINDED = "subscriptions.RenewalReminded.v1"
/** Notices at the end of access, by its reason: of a rule of their own, and of a gift that they claimed. */
const RULE_NOTICE = { missed: "subscriptionLapsed", undone: "subscriptionUndone", ended: null, refunded: null } as const
const GIFT_NOTICE = { missed: null, undone: "giftUndone", ended: "giftEnded", refunded: null } as const
/** A creator left a rule or returned to it, and the notice for its payer. Payers know what they change themselves. */
const CREATOR_SET = "subscriptions.CreatorSet.v1"
const CREATOR_NOTICE = { creator: "creatorLeft", operator: "creatorWithheld" } as const
/** One notice a day of each kind about one creator, however many rules they are in. */
const CREATOR_MS = 86_400_000
const SEAT_OFFERED = "subscriptions.SeatOffered.v1"
const SEATS_LOST = "subscriptions.SeatsLost.v1"
/** What became of a gift. */
const GIFT_ENDED: ReadonlySet<string> = new Set(["subscriptions.GiftClaimed.v1", "subscriptions.GiftReturned.v1"])
const FORWARDED = "subscriptions.ForwardSet.v1"
/** One notice a day of each kind about what one person passes on to another, however often they change it. */
const FORWARDED_MS = 86_400_000
const ACCESS_GIVEN = "subscriptions.AccessGiven.v1"
const ANSWERED = "tickets.ReplyReleased.v1"
/** Decisions on identity checks, and looks at documents that the keeper refused. */
const CHECKED: ReadonlySet<string> = new Set(
  ["Verified", "ResubmissionAsked", "Rejected", "Revoked", "Expired"].map((name) => `identity.${name}.v1`),
)
const OPENING_REFUSED = "identity.OpeningRefused.v1"
/** Decisions about reported content. */
const MODERATED: ReadonlySet<string> = new Set(
  ["MeasureTaken", "AppealDecided", "MeasureLifted", "CaseClosed", "ReportAnswered", "CaseLapsed"].map(
    (name) => `moderation.${name}.v1`,
  ),
)
/** What became of a scheduled post. */
const PUBLISHED = "publishing.PostPublished.v1"
const UNSCHEDULED = "publishing.PostUnscheduled.v1"
const ERASED = "kernel.SubjectErased.v1"

type Decode = (stored: StoredEvent) => Effect.Effect<NotifiableEvent, Schema.SchemaError, Sealing>
const decoders: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ...TOLD.flatMap(([{ decode }, names]) => names.split(" ").map((name) => [`accounts.${name}.v1`, decode] as const)),
  [CLAIMED, ClaimEvents.decode],
  ["channels.ApplicationApproved.v1", ApplicationEvents.decode],
  ["channels.ApplicationRejected.v1", ApplicationEvents.decode],
  ["wallet.AddressAdded.v1", AddressBookEvents.decode],
  ["wallet.WithdrawalPasswordSet.v1", WithdrawalPasswordEvents.decode],
])

/** How long to wait for the accounts read model. */
const KNOWN_MS_MAX = 10_000

/**
 * Gives notices about accounts and drops them after deletion. One reactor for both, so that no notice follows a
 * deletion. The event id is the source of the notice, so it is given once.
 */
export const noticesReactor = Effect.gen(function* () {
  const [notices, tickets] = [yield* Notices, yield* Tickets]
  const store = yield* EventStore
  const services = yield* Effect.context<Sealing | Sql>()

  /** After erasure there is no key to seal a notice with. */
  const isErased = (personId: string) =>
    Effect.map(store.readStream(`subject-${personId}`, 0, 1), ({ length }) => length > 0)

  /** The earlier owner of the feed, if any. */
  const loserOf = Effect.fnUntraced(function* ({ stream, version }: StoredEvent, personId: string) {
    const [before] = version < 2 ? [] : yield* store.readStream(stream, version - 2, 1)
    if (before?.type !== CLAIMED) return null
    const loser = ClaimEvents.decodeSync(before.type, before.data).personId
    return loser === personId ? null : loser
  })

  const give = Effect.fnUntraced(function* (personId: string, { eventId }: StoredEvent, notice: Notice) {
    if (!(yield* isErased(personId))) yield* notices.give(personId, eventId, notice)
  })

  const notify = Effect.fnUntraced(function* (stored: StoredEvent, decode: Decode) {
    const event = yield* Effect.orDie(decode(stored))
    const feed = event._tag === CLAIMED ? yield* findFeed(event.feedId) : null
    const notice = noticeOf(event, feed?.title)
    if (notice !== null) yield* give(event.personId, stored, notice)
    if (event._tag !== CLAIMED) return
    const loser = yield* loserOf(stored, event.personId)
    if (loser !== null) yield* give(loser, stored, lostNotice(event.feedId, event.claimedAt, feed?.title ?? ""))
  })

  const nameOf = Effect.fnUntraced(function* (personId: string) {
    const profile = yield* findProfile(personId)
    return profile === null ? null : (profile.displayName ?? profile.userCode)
  })

  const notifyDonation = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = yield* Effect.orDie(DonationEvents.decode(stored))
    yield* waitFor("accounts", stored.position, KNOWN_MS_MAX)
    const names = { giver: yield* nameOf(event.fromId), receiver: yield* nameOf(event.toId) }
    for (const { personId, notice } of donationNotices(event, names)) yield* give(personId, stored, notice)
  })

  const notifyWallet = Effect.fnUntraced(function* (stored: StoredEvent) {
    const { type, data } = stored
    const withdrawal = type === REQUESTED ? WithdrawalEvents.decodeSync(type, data) : null
    const tellings =
      withdrawal?._tag === REQUESTED
        ? withdrawalNotices(withdrawal)
        : depositNotices(DepositEvents.decodeSync(type, data))
    for (const { personId, notice } of tellings) yield* give(personId, stored, notice)
  })

  const notifyCancelled = Effect.fnUntraced(function* (stored: StoredEvent) {
    const cancelled = WithdrawalEvents.decodeSync(stored.type, stored.data)
    const [first] = yield* store.readStream(stored.stream, 0, 1)
    const request = first === undefined ? null : WithdrawalEvents.decodeSync(first.type, first.data)
    if (cancelled._tag !== CANCELLED || request?._tag !== REQUESTED) return
    for (const { personId, notice } of cancelledNotices(cancelled, request)) yield* give(personId, stored, notice)
  })

  const notifyComment = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = CommentEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== "publishing.CommentPosted.v1" && event._tag !== "publishing.CommentApproved.v1") return
    yield* Effect.all([
      waitFor("accounts", stored.position, KNOWN_MS_MAX),
      waitFor("comments", stored.position, KNOWN_MS_MAX),
    ])
    const { commentId, postId, creatorId, personId } = event
    const [post, comment] = [yield* findPost(postId, creatorId), yield* findComment(commentId, creatorId)]
    if (post === null || comment === null) return
    const parent = comment.parentId === null ? null : yield* findComment(comment.parentId, creatorId)
    const facts = {
      ...{ who: yield* nameOf(personId), title: post.title, channelCode: post.channelCode },
      ...{ slug: post.slugs.at(-1) ?? "", answeredId: parent?.personId ?? null },
    }
    for (const each of commentNotices(event, facts)) yield* give(each.personId, stored, each.notice)
  })

  /** A reply in a group room. Conversations count their unread messages themselves. */
  const notifyChatReply = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = RoomEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== CHATTED || event.replyTo === null) return
    yield* Effect.all([
      waitFor("accounts", stored.position, KNOWN_MS_MAX),
      waitFor("chat", stored.position, KNOWN_MS_MAX),
    ])
    const { roomId, seq, postedAt } = event
    const reply = yield* findUnreadReply(roomId, seq)
    if (reply === null) return
    const { answeredId, answeredSeq, scope, ownerCode, ownerName: name, who } = reply
    const source = `chat reply ${roomId} ${answeredSeq} ${Math.floor(Date.parse(postedAt) / REPLIES_MS)}`
    const values = { who, name, ownerCode, scope, seq: String(answeredSeq) }
    yield* give(answeredId, { ...stored, eventId: source }, noticeWith("chatReply", postedAt, values))
  })

  /** A scheduled post was published, or could not be and is a draft again. */
  const notifyScheduled = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = PostEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== PUBLISHED && event._tag !== UNSCHEDULED) return
    if (event._tag === PUBLISHED ? event.isScheduled !== true : event.refusal === null) return
    yield* waitFor("posts", stored.position, KNOWN_MS_MAX)
    const { postId, personId } = event
    const post = yield* findPost(postId, personId)
    if (post === null) return
    const { title, channelCode, slugs } = post
    const notice =
      event._tag === PUBLISHED
        ? noticeWith("postPublished", event.publishedAt, { title, channelCode, slug: slugs.at(-1) ?? "" })
        : noticeWith("postRefused", event.unscheduledAt, { contentId: postId, title })
    yield* give(personId, stored, notice)
  })

  const notifyRenewal = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = RuleEvents.decodeSync(stored.type, stored.data)
    if (event._tag === REMINDED) {
      const amount = coinText(BigInt(event.units), event.assetTypeId)
      yield* give(event.personId, stored, noticeWith(`renewalIn${event.days}`, event.remindedAt, { amount }))
    }
    if (event._tag === MISSED) yield* give(event.personId, stored, noticeWith("renewalMissed", event.missedAt, {}))
    if (event._tag !== LAPSED) return
    const kind = event.number >= GIFT_RULE_FIRST ? GIFT_NOTICE[event.reason] : RULE_NOTICE[event.reason]
    if (kind !== null) yield* give(event.personId, stored, noticeWith(kind, event.lapsedAt, {}))
  })

  /** A creator of a paid term is gone or back. */
  const notifyCreator = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = RuleEvents.decodeSync(stored.type, stored.data)
    if (event._tag !== CREATOR_SET || event.by === "payer" || !event.isPaid || event.number >= GIFT_RULE_FIRST) return
    yield* waitFor("accounts", stored.position, KNOWN_MS_MAX)
    const { personId, creatorId, weight, setAt } = event
    const kind = weight > 0 ? "creatorReturned" : CREATOR_NOTICE[event.by]
    const source = `${kind} ${creatorId} ${Math.floor(Date.parse(setAt) / CREATOR_MS)}`
    const values = { name: (yield* nameOf(creatorId)) ?? "" }
    yield* give(personId, { ...stored, eventId: source }, noticeWith(kind, setAt, values))
  })

  /** A premium seat that is free for the person who waited the longest. */
  const notifySeatOffered = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = PremiumSeatEvents.decodeSync(stored.type, stored.data)
    if (event._tag !== SEAT_OFFERED) return
    const channel = yield* findChannelById(event.channelId)
    yield* give(event.personId, stored, noticeWith("seatOffered", event.offeredAt, { name: channel?.subject ?? "" }))
  })

  /** Premium that ended although the payer had not given it up. */
  const notifySeatsLost = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = RuleEvents.decodeSync(stored.type, stored.data)
    if (event._tag !== SEATS_LOST || (event.reason !== "balance" && event.reason !== "withdrawn")) return
    const [first] = event.seats
    const channel = first === undefined ? null : yield* findChannelById(first.channelId)
    const kind = event.reason === "balance" ? "seatLost" : "seatWithdrawn"
    yield* give(event.personId, stored, noticeWith(kind, event.lostAt, { name: channel?.subject ?? "" }))
  })

  /** Access that a creator gave. */
  const notifyAccessGiven = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = AccessPassEvents.decodeSync(stored.type, stored.data)
    if (event._tag !== ACCESS_GIVEN) return
    yield* waitFor("accounts", stored.position, KNOWN_MS_MAX)
    const name = (yield* nameOf(event.creatorId)) ?? ""
    yield* give(event.personId, stored, noticeWith("accessGiven", event.givenAt, { name }))
  })

  /** A part of somebody's income is passed on, or no longer. */
  const notifyForwarded = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = ForwardEvents.decodeSync(stored.type, stored.data)
    if (event._tag !== FORWARDED) return
    yield* waitFor("accounts", stored.position, KNOWN_MS_MAX)
    const { creatorId, toId, perMille, setAt } = event
    const kind = perMille === 0 ? "forwardEnded" : "forwardSet"
    const source = `${kind} ${creatorId} ${Math.floor(Date.parse(setAt) / FORWARDED_MS)}`
    const values = { name: (yield* nameOf(creatorId)) ?? "", perMille: String(perMille) }
    yield* give(toId, { ...stored, eventId: source }, noticeWith(kind, setAt, values))
  })

  /** A gift was claimed, or it went back and the payer did not ask for it. */
  const notifyGift = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = GiftEvents.decodeOpen(stored.type, stored.data)
    if (event._tag === "subscriptions.GiftBought.v1") return
    if (event._tag === "subscriptions.GiftReturned.v1" && event.reason === "payer") return
    yield* waitFor("gifts", stored.position, KNOWN_MS_MAX)
    const name = (yield* findGift(event.giftId))?.subject ?? ""
    const [kind, at] =
      event._tag === "subscriptions.GiftClaimed.v1"
        ? (["giftClaimed", event.claimedAt] as const)
        : (["giftReturned", event.returnedAt] as const)
    yield* give(event.personId, stored, noticeWith(kind, at, { name }))
  })

  /** An answer of support, with the subject of the ticket. */
  const notifyAnswered = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = TicketEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== ANSWERED) return
    const { place, subject, isForgotten } = yield* tickets.read(event.ticketId)
    if (place === null || isForgotten) return
    const values = { ticketNumber: place.number, title: subject }
    yield* give(event.personId, stored, noticeWith("ticketAnswered", event.releasedAt, values))
  })

  const notifyIdentity = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = CheckEvents.decodeOpen(stored.type, stored.data)
    const notice = identityNotice(event)
    if (notice !== null) yield* give(event.personId, stored, notice)
  })

  /** A session that is not fresh may be a stolen one. */
  const notifyOpeningRefused = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = AccessEvents.decodeOpen(stored.type, stored.data)
    if (event._tag !== OPENING_REFUSED) return
    yield* give(event.personId, stored, noticeWith("identityOpeningRefused", event.refusedAt, {}))
  })

  const notifyModerated = Effect.fnUntraced(function* (stored: StoredEvent) {
    const event = CaseEvents.decodeOpen(stored.type, stored.data)
    for (const { personId, notice } of moderationNotices(event)) yield* give(personId, stored, notice)
  })

  const workOf = (stored: StoredEvent) => {
    const decode = decoders.get(stored.type)
    if (decode !== undefined) return notify(stored, decode)
    if (COMMENTED.has(stored.type)) return notifyComment(stored)
    if (stored.type === CHATTED) return notifyChatReply(stored)
    if (stored.type === PUBLISHED || stored.type === UNSCHEDULED) return notifyScheduled(stored)
    if (stored.type === ANSWERED) return notifyAnswered(stored)
    if (CHECKED.has(stored.type)) return notifyIdentity(stored)
    if (MODERATED.has(stored.type)) return notifyModerated(stored)
    if (stored.type === OPENING_REFUSED) return notifyOpeningRefused(stored)
    if (stored.type === CREATOR_SET) return notifyCreator(stored)
    if (stored.type === SEAT_OFFERED) return notifySeatOffered(stored)
    if (stored.type === SEATS_LOST) return notifySeatsLost(stored)
    if (stored.type === FORWARDED) return notifyForwarded(stored)
    if (stored.type === ACCESS_GIVEN) return notifyAccessGiven(stored)
    if (GIFT_ENDED.has(stored.type)) return notifyGift(stored)
    if (stored.type === MISSED || stored.type === LAPSED || stored.type === REMINDED) return notifyRenewal(stored)
    if (stored.type === DONATED) return notifyDonation(stored)
    if (stored.type === CANCELLED) return notifyCancelled(stored)
    if (stored.type === REQUESTED || DEPOSITS.has(stored.type)) return notifyWallet(stored)
    return notices.forget(SubjectEvents.decodeSync(stored.type, stored.data).subjectId)
  }

  return {
    name: "notices",
    types: [
      ...decoders.keys(),
      DONATED,
      ...COMMENTED,
      CHATTED,
      ...CHECKED,
      ...MODERATED,
      OPENING_REFUSED,
      PUBLISHED,
      UNSCHEDULED,
      ANSWERED,
      MISSED,
      LAPSED,
      REMINDED,
      CREATOR_SET,
      SEAT_OFFERED,
      SEATS_LOST,
      FORWARDED,
      ACCESS_GIVEN,
      ...GIFT_ENDED,
      ...DEPOSITS,
      REQUESTED,
      CANCELLED,
      ERASED,
    ],
    from: "beginning",
    react: (stored) => Effect.runPromiseWith(services)(workOf(stored)),
  } satisfies Reactor
})
