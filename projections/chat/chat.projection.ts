import { MESSAGE_LENGTH_MAX } from "#contract/chat"
import { PREMIUM_LEVEL, SUBSCRIBER_LEVEL } from "#contract/subscriptions"
import { ChatPersonEvents, GrantEvents, GroupEvents, ReactionEvents, RoomEvents, SeatEvents } from "#core/chat"
import { termPositions, UNKNOWN_LANGUAGE } from "#core/library"
import { AccessPassEvents, type FreeAccessKind, RuleEvents } from "#core/subscriptions"
import {
  type Change,
  change,
  makeProjection,
  makeVector,
  on,
  patch,
  put,
  remove,
  type Vector,
} from "#projections/runner"
import {
  chatAuthor,
  chatBan,
  chatBlock,
  chatGrant,
  chatGroup,
  chatMessage,
  chatPerson,
  chatReaction,
  chatReactionCount,
  chatReport,
  chatRoom,
  chatSeat,
} from "./tables.ts"

/** A search label per room, so that one index finds words within rooms. */
export const roomLabel = (roomId: string): string => `room:${roomId}`

/** The search words of a message. Its language is unknown, so words are folded but not stemmed. */
export const wordsOf = (roomId: string, text: string | null): Vector => {
  const places = text === null ? [] : termPositions(text, UNKNOWN_LANGUAGE, MESSAGE_LENGTH_MAX)
  if (places.length === 0) return EMPTY_VECTOR
  return makeVector([...places.map(([term, place]) => [term, place, "D"] as const), [roomLabel(roomId), null, "D"]])
}

export const EMPTY_VECTOR: Vector = makeVector([])

/** Rooms, messages, seats with read pointers, decisions and reports of people, and levels. */
export const chat = makeProjection({
  name: "chat",
  version: 6,
  changes: { chat_message: ["files"], chat_seat: ["is_muted"] },
  byStream: true,
  tables: [
    chatRoom,
    chatGroup,
    chatMessage,
    chatReaction,
    chatReactionCount,
    chatAuthor,
    chatBan,
    chatSeat,
    chatPerson,
    chatBlock,
    chatReport,
    chatGrant,
  ],
  handlers: [
    on(GroupEvents, {
      "chat.GroupStarted.v1": ({ groupId, ownerId, name }) => [
        put(chatGroup, { group_id: groupId, owner_id: ownerId, name, named_by: ownerId }),
      ],
      "chat.GroupRenamed.v1": ({ groupId, byId, name }) => [
        patch(chatGroup, [groupId], (row) => ({ ...row, name, named_by: byId })),
      ],
      // A name is personal to the person who gave it, and goes with them.
      "chat.GroupMemberRemoved.v1": ({ groupId, personId }) => [
        patch(chatGroup, [groupId], (row) => (row.named_by === personId ? { ...row, name: null } : row)),
      ],
      "chat.GroupOwnerChanged.v1": ({ groupId, ownerId }) => [
        patch(chatGroup, [groupId], (row) => ({ ...row, owner_id: ownerId })),
      ],
    }),
    on(RoomEvents, {
      "chat.RoomOpened.v1": ({ roomId, scope, ownerId, personIds: [one, other], openedAt }, { position }) => [
        change(chatRoom, [roomId], (row) => ({
          ...(row ?? newRoomRow(roomId, position, scope, openedAt)),
          owner_id: ownerId,
          one_id: one ?? null,
          other_id: other ?? null,
          status: "open" as const,
        })),
      ],
      "chat.RoomShut.v1": ({ roomId, scope, ownerId, shutAt }, { position }) => [
        change(chatRoom, [roomId], (row) => ({
          ...(row ?? newRoomRow(roomId, position, scope, shutAt)),
          owner_id: ownerId,
          status: "shut" as const,
        })),
      ],
      "chat.MessagePosted.v1": ({
        roomId,
        seq,
        senderId,
        clientId,
        text,
        replyTo,
        pictures,
        files = null,
        postedAt,
      }) => [
        patch(chatRoom, [roomId], (row) => ({ ...row, head: seq, last_at: postedAt })),
        put(chatAuthor, { room_id: roomId, person_id: senderId, seq }),
        put(chatMessage, {
          room_id: roomId,
          seq,
          sender_id: senderId,
          client_id: clientId,
          text,
          reply_to: replyTo,
          pictures: pictures ?? [],
          files,
          posted_at: postedAt,
          edited_at: null,
          removed_at: null,
          is_forgotten: false,
          words: wordsOf(roomId, withNames(text, files)),
        }),
      ],
      "chat.MessageEdited.v1": ({ roomId, seq, text, editedAt }) => [
        patch(chatMessage, [roomId, seq], (row) =>
          row.removed_at !== null || row.is_forgotten
            ? row
            : { ...row, text, words: wordsOf(roomId, withNames(text, row.files)), edited_at: editedAt },
        ),
      ],
      "chat.MessageRemoved.v1": ({ roomId, seq, removedAt }) => [
        patch(chatMessage, [roomId, seq], (row) => ({ ...emptied(row), removed_at: row.removed_at ?? removedAt })),
      ],
      "chat.MessagesForgotten.v1": ({ roomId, seqs }) =>
        seqs.map((seq) => patch(chatMessage, [roomId, seq], (row) => ({ ...emptied(row), is_forgotten: true }))),
      "chat.PersonBanned.v1": ({ roomId, personId, bannedAt }) => [
        put(chatBan, { room_id: roomId, person_id: personId, cause: "", banned_at: bannedAt }),
      ],
      "chat.PersonUnbanned.v1": ({ roomId, personId }) => [remove(chatBan, [roomId, personId, ""])],
      "chat.BannedByOperators.v1": ({ roomId, personId, cause, bannedAt }) => [
        put(chatBan, { room_id: roomId, person_id: personId, cause, banned_at: bannedAt }),
      ],
      "chat.UnbannedByOperators.v1": ({ roomId, personId, cause }) => [remove(chatBan, [roomId, personId, cause])],
    }),
    on(SeatEvents, {
      "chat.PersonInvited.v1": ({ roomId, personId, invitedBy, invitedAt }) => [
        seat(roomId, personId, invitedAt, { status: "invited", invited_by: invitedBy }),
      ],
      "chat.InviteAccepted.v1": ({ roomId, personId, acceptedAt }) => [
        seat(roomId, personId, acceptedAt, { status: "joined" }),
      ],
      "chat.InviteIgnored.v1": ({ roomId, personId, ignoredAt }) => [
        seat(roomId, personId, ignoredAt, { status: "ignored" }),
      ],
      "chat.MemberJoined.v1": ({ roomId, personId, read, joinedAt }) => [
        seat(roomId, personId, joinedAt, { status: "joined", read }),
      ],
      "chat.MemberLeft.v1": ({ roomId, personId, leftAt }) => [seat(roomId, personId, leftAt, { status: "left" })],
      "chat.RoomMuted.v1": ({ roomId, personId, mutedAt }) => [seat(roomId, personId, mutedAt, { is_muted: true })],
      "chat.RoomUnmuted.v1": ({ roomId, personId, unmutedAt }) => [
        seat(roomId, personId, unmutedAt, { is_muted: false }),
      ],
      "chat.ReadPointerMoved.v1": ({ roomId, personId, seq, movedAt }) => [
        seat(roomId, personId, movedAt, { read: seq }),
      ],
    }),
    on(ReactionEvents, {
      "chat.ReactionAdded.v1": ({ roomId, seq, emoji, personId, count }) => [
        put(chatReaction, { room_id: roomId, seq, emoji, person_id: personId }),
        put(chatReactionCount, { room_id: roomId, seq, emoji, count }),
      ],
      "chat.ReactionRemoved.v1": ({ roomId, seq, emoji, personId, count }) => [
        remove(chatReaction, [roomId, seq, emoji, personId]),
        count === 0
          ? remove(chatReactionCount, [roomId, seq, emoji])
          : put(chatReactionCount, { room_id: roomId, seq, emoji, count }),
      ],
    }),
    on(ChatPersonEvents, {
      "chat.PersonBlocked.v1": ({ personId, blockedId, blockedAt }) => [
        put(chatBlock, { person_id: personId, blocked_id: blockedId, blocked_at: blockedAt }),
      ],
      "chat.PersonUnblocked.v1": ({ personId, blockedId }) => [remove(chatBlock, [personId, blockedId])],
      "chat.QuietHoursSet.v1": ({ personId, hours }) => [
        put(chatPerson, { person_id: personId, hours, is_forgotten: false }),
      ],
      "chat.MessageReported.v1": ({ personId, roomId, seq, senderId, reason, reportedAt }) => [
        put(chatReport, {
          person_id: personId,
          room_id: roomId,
          seq,
          sender_id: senderId,
          reason,
          reported_at: reportedAt,
        }),
      ],
      "chat.ChatForgotten.v1": ({ personId, blockedIds, reported }) => [
        put(chatPerson, { person_id: personId, hours: null, is_forgotten: true }),
        ...blockedIds.map((blockedId) => remove(chatBlock, [personId, blockedId])),
        ...reported.map(([roomId, seq]) => remove(chatReport, [personId, roomId, seq])),
      ],
    }),
    on(GrantEvents, {
      "chat.LevelGranted.v1": ({ creatorId, personId, level, grantedAt }) => [
        grantLevel(creatorId, personId, GRANTED, level, grantedAt),
      ],
      "chat.LevelRevoked.v1": ({ creatorId, personId }) => [remove(chatGrant, [creatorId, personId, GRANTED])],
    }),
    on(RuleEvents, {
      "subscriptions.TermBegun.v1": ({ personId, number, creatorIds, begunAt }) =>
        creatorIds.map((creatorId) => grantLevel(creatorId, personId, ruleOf(number), SUBSCRIBER_LEVEL, begunAt)),
      "subscriptions.CreatorSet.v1": ({ personId, number, creatorId, countsUntil, isPaid, setAt }) => {
        if (countsUntil !== null) return [remove(chatGrant, [creatorId, personId, ruleOf(number)])]
        return isPaid ? [grantLevel(creatorId, personId, ruleOf(number), SUBSCRIBER_LEVEL, setAt)] : []
      },
      "subscriptions.SeatsPaid.v1": ({ personId, number, creatorIds, paidAt }) =>
        creatorIds.map((creatorId) => grantLevel(creatorId, personId, seatOf(number), PREMIUM_LEVEL, paidAt)),
      "subscriptions.SeatsLost.v1": ({ personId, number, creatorIds }) =>
        creatorIds.map((creatorId) => remove(chatGrant, [creatorId, personId, seatOf(number)])),
      "subscriptions.RuleLapsed.v1": ({ personId, number, creatorIds }) =>
        creatorIds.map((creatorId) => remove(chatGrant, [creatorId, personId, ruleOf(number)])),
    }),
    on(AccessPassEvents, {
      "subscriptions.AccessGiven.v1": ({ creatorId, personId, level, givenAt }) => [
        grantLevel(creatorId, personId, GIVEN, level, givenAt),
      ],
      "subscriptions.AccessWithdrawn.v1": ({ creatorId, personId }) => [
        remove(chatGrant, [creatorId, personId, GIVEN]),
      ],
      "subscriptions.TrialBegun.v1": ({ creatorId, personId, begunAt }) => [
        grantLevel(creatorId, personId, TRIAL, SUBSCRIBER_LEVEL, begunAt),
      ],
      "subscriptions.AccessLapsed.v1": ({ creatorId, personId, kind }) => [
        remove(chatGrant, [creatorId, personId, kind]),
      ],
    }),
  ],
})

/** The sources of levels without payment: granted by operators, given by the creator, and trials. */
const GRANTED = "grant"
const GIVEN: FreeAccessKind = "given"
const TRIAL: FreeAccessKind = "trial"
const ruleOf = (number: number): string => `rule.${number}`
const seatOf = (number: number): string => `seat.${number}`

const grantLevel = (creatorId: string, personId: string, source: string, level: number, atIso: string): Change =>
  change(chatGrant, [creatorId, personId, source], (row) => ({
    ...{ creator_id: creatorId, person_id: personId, source, level, granted_at: atIso },
    subscriber_at: row?.subscriber_at ?? atIso,
    premium_at: level === 3 ? (row?.premium_at ?? atIso) : null,
  }))

type RoomRow = NonNullable<Parameters<Parameters<typeof change<typeof chatRoom.columns>>[2]>[0]>
type MessageRow = NonNullable<Parameters<Parameters<typeof change<typeof chatMessage.columns>>[2]>[0]>
type SeatRow = NonNullable<Parameters<Parameters<typeof change<typeof chatSeat.columns>>[2]>[0]>

const newRoomRow = (roomId: string, epoch: number, scope: RoomRow["scope"], at: string): RoomRow => ({
  room_id: roomId,
  epoch,
  scope,
  owner_id: null,
  one_id: null,
  other_id: null,
  status: "open",
  head: 0,
  last_at: at,
})

const emptied = (row: MessageRow): MessageRow => ({
  ...row,
  text: null,
  pictures: [],
  files: null,
  words: EMPTY_VECTOR,
})

/** A search finds a message by the names of its files too. */
const withNames = (text: string | null, files: MessageRow["files"]): string | null =>
  files === null ? text : [text ?? "", ...files.map(({ name }) => name)].join(" ")

/** Read pointers only move forward. */
const seat = (roomId: string, personId: string, at: string, part: Partial<SeatRow>): Change =>
  change(chatSeat, [roomId, personId], (row) => {
    const before = row ?? {
      ...{ room_id: roomId, person_id: personId, status: "none", invited_by: null, read: 0, is_muted: false },
    }
    return { ...before, ...part, read: Math.max(before.read, part.read ?? 0), changed_at: at }
  })
