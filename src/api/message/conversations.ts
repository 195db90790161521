import { Clock, Effect } from "effect"
import type { ReactionEmoji } from "#contract/chat"
import type { PageFilter } from "#contract/feeds"
import type { MessageType } from "#contract/notifications"
import {
  Chats,
  type InvalidMessage,
  type NeedPermission,
  type NoMessage,
  type RoomAddress,
  type RoomBusy,
  roomIdOf,
  type TooMany,
} from "#core/chat"
import { CurrentMeta, uuidv7, withFreshCommandId } from "#core/kernel"
import { findPerson } from "#projections/accounts"
import { findRoom, type ListedRoom, listRooms, pageHistory } from "#projections/chat"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import { BadRequest, Busy, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import type { MessageThread } from "./fields.ts"
import { chatMessage, typeOfRoom } from "./wire.ts"

/** The room id and the message number. */
const MESSAGE_ID = /^([0-9a-hjkmnp-tv-z]{20})\.(\d{1,9})$/

type Sender = { readonly personId: string; readonly userCode: string; readonly displayName: string | null }
type Sent = {
  readonly targetUserCode: string
  readonly message: string
  readonly clientId?: string
  readonly replyTo?: number
}

/** The conversations of people for the message calls. */
export const conversations = Effect.gen(function* () {
  const chats = yield* Chats

  const direct = Effect.fnUntraced(function* (personId: string) {
    return (yield* listRooms(personId)).filter(isDirect)
  })

  /** The conversation with a person, also if it is empty; 404 for an unknown code. */
  const roomWith = Effect.fnUntraced(function* (personId: string, userCode: string) {
    const room = yield* findRoom(personId, "Person", userCode)
    return room !== null && isDirect(room) ? room : yield* notThere("messages.nobody")
  })

  /** One message of a room that the person may read. */
  const messageOf = Effect.fnUntraced(function* (personId: string, room: ListedRoom, seq: number) {
    if (!room.permissions.mayRead) return null
    const { messages } = yield* pageHistory({ ...older(room.roomId, seq + 1, personId), limit: 1 })
    const [found] = messages
    return found?.seq === seq ? chatMessage(found, room) : null
  })

  const markRead = Effect.fnUntraced(function* (personId: string, room: RoomAddress, seq: number) {
    const { position } = yield* chats
      .markRead({ by: personId, room, seq })
      .pipe(Effect.catchTag("NeedPermission", () => notThere("messages.none")))
    if (position > 0) yield* waitFor("chat", position)
  })

  return {
    /** The last message of each conversation, most recent first. */
    lastMessages: Effect.fnUntraced(function* (personId: string) {
      const rooms = yield* direct(personId)
      return rooms.flatMap((room) => (room.lastMessage === null ? [] : chatMessage(room.lastMessage, room)))
    }),

    counts: Effect.fnUntraced(function* (personId: string) {
      const rooms = (yield* direct(personId)).filter(({ lastMessage }) => lastMessage !== null)
      const of = (type: "Chat" | "Invite") => {
        const some = rooms.filter((room) => typeOfRoom(room) === type)
        return { total: some.length, unread: some.reduce((sum, { unread }) => sum + unread, 0) }
      }
      return { Chat: of("Chat"), Invite: of("Invite") }
    }),

    /** All rooms of the person, including group rooms. */
    threads: Effect.fnUntraced(function* (personId: string) {
      const rooms = yield* listRooms(personId)
      return rooms.map(
        (room): MessageThread => ({
          type: typeOfRoom(room),
          scope: room.scope,
          targetUserCode: room.targetCode,
          title: room.targetName || room.targetCode,
          headerImage: room.headerImage,
          state: room.state,
          last: room.lastMessage === null ? null : chatMessage(room.lastMessage, room),
          UnreadCount: room.unread,
        }),
      )
    }),

    /** A numbered page of a conversation, newest first. */
    page: Effect.fnUntraced(function* (personId: string, userCode: string, { page, pageSize }: PageFilter) {
      const room = yield* roomWith(personId, userCode)
      const upTo = room.head - (page - 1) * pageSize
      if (!room.permissions.mayRead || upTo < 1)
        return { messages: [], total: room.permissions.mayRead ? room.head : 0 }
      const { messages } = yield* pageHistory({ ...older(room.roomId, upTo + 1, personId), limit: pageSize })
      return { messages: messages.map((each) => chatMessage(each, room)).toReversed(), total: room.head }
    }),

    /** A message of one of the person's conversations, or null. */
    find: Effect.fnUntraced(function* (personId: string, messageId: string) {
      const [, roomId, seq] = MESSAGE_ID.exec(messageId) ?? []
      if (roomId === undefined) return null
      const room = (yield* direct(personId)).find((each) => each.roomId === roomId)
      return room === undefined ? null : yield* messageOf(personId, room, Number(seq))
    }),

    /** Adds or removes a reaction and returns the message; null for an unknown one. */
    react: Effect.fnUntraced(function* (personId: string, messageId: string, emoji: ReactionEmoji, isOn: boolean) {
      const [, roomId, number] = MESSAGE_ID.exec(messageId) ?? []
      const room = (yield* direct(personId)).find((each) => each.roomId === roomId)
      if (room === undefined) return null
      const seq = Number(number)
      const { position } = yield* chats.react({ by: personId, room: room.address, seq, emoji, isOn }).pipe(
        Effect.catchTag("NoMessage", () => notThere("messages.none")),
        Effect.catch(refuseReaction),
      )
      if (position > 0) yield* waitFor("chat", position)
      return yield* messageOf(personId, room, seq)
    }),

    /** Marks messages up to one, or a whole conversation, as read. */
    read: Effect.fnUntraced(function* (personId: string, userCode: string, seq?: number) {
      const room = yield* roomWith(personId, userCode)
      if (room.head > 0) yield* markRead(personId, room.address, seq ?? room.head)
    }),

    answerInvite: Effect.fnUntraced(function* (personId: string, userCode: string, how: "accept" | "ignore") {
      const { address: room } = yield* roomWith(personId, userCode)
      const { position } = yield* chats[how]({ by: personId, room }).pipe(
        Effect.catchTag("NeedPermission", () => notThere("messages.none")),
      )
      if (position > 0) yield* waitFor("chat", position)
    }),

    readAll: Effect.fnUntraced(function* (personId: string, type: MessageType) {
      const unread = (yield* direct(personId)).filter((room) => room.unread > 0)
      const meant = unread.filter((room) => type === "All" || typeOfRoom(room) === type)
      // One command id per room: with a common id only the first would run.
      yield* Effect.forEach(meant, ({ address, head }) => markRead(personId, address, head), { discard: true }).pipe(
        withFreshCommandId,
      )
    }),

    send: Effect.fnUntraced(function* (
      { personId, userCode, displayName }: Sender,
      { targetUserCode, message, clientId, replyTo: answered }: Sent,
    ) {
      const other = yield* findPerson(targetUserCode)
      if (other === null) return yield* notThere("messages.nobody")
      const room: RoomAddress = { scope: "Person", personIds: [personId, other.personId] }
      const replyTo = answered ?? null
      const chosen = clientId ?? (yield* CurrentMeta).commandId ?? uuidv7(yield* Clock.currentTimeMillis)
      const { roomId, seq, position, sentAtIso } = yield* chats
        .post({ by: personId, room, clientId: chosen, text: message, replyTo, pictures: [] })
        .pipe(withFreshCommandId, Effect.catch(refuse))
      if (roomId !== roomIdOf(room)) return yield* saidElsewhere
      const isReadable = position === 0 || (yield* waitFor("chat", position))
      const listed = yield* roomWith(personId, targetUserCode)
      const sent = yield* messageOf(personId, listed, seq)
      if (sent !== null) return sent
      if (isReadable) return yield* notThere("messages.none")
      // The message is stored, so the sender must not send it again because the read model is late.
      return chatMessage(
        {
          ...{ roomId, seq, clientId: chosen, senderId: personId, senderCode: userCode, senderName: displayName ?? "" },
          ...{ text: message, replyTo, pictures: [], files: null, sentAtIso, isEdited: false, isRemoved: false },
        },
        listed,
      )
    }),
  }
})

const isDirect = ({ scope, address }: ListedRoom): boolean => scope === "Person" && "personIds" in address

const older = (roomId: string, seq: number, readerId: string) => ({
  roomId,
  readerId,
  direction: "Older" as const,
  dateIso: null,
  seq,
})

const notThere = Effect.fnUntraced(function* (key: "messages.nobody" | "messages.none") {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)(key)))
})

/** The client id was already used for another message. */
const saidElsewhere = Effect.gen(function* () {
  const { locale } = yield* CurrentCaller
  return yield* new Conflict(refusal(translator(locale)("messages.saidElsewhere")))
})

const refuseReaction = Effect.fnUntraced(function* (refused: NotFound | NeedPermission | RoomBusy | TooMany) {
  if (refused instanceof NotFound) return yield* refused
  return yield* refuse(refused)
})

const refuse = Effect.fnUntraced(function* (
  refused:
    | NeedPermission
    | NoMessage
    | RoomBusy
    | InvalidMessage
    | TooMany
    | { readonly _tag: "AwaitsAnswer"; readonly messageKey: "chat.awaitsAnswer" },
) {
  const t = translator((yield* CurrentCaller).locale)
  if (refused._tag === "InvalidMessage") {
    const message = t(refused.messageKey, { count: refused.count })
    const field = refused.problem === "clientId" ? "clientId" : "message"
    return yield* new BadRequest({ ...refusal(message), errors: { [field]: [message] } })
  }
  if (refused._tag === "TooMany") return yield* new Conflict(refusal(t(refused.messageKey, { count: refused.count })))
  const message = t(refused.messageKey)
  if (refused._tag === "NoMessage")
    return yield* new BadRequest({ ...refusal(message), errors: { replyTo: [message] } })
  return yield* refused._tag === "RoomBusy" ? new Busy(refusal(message)) : new Conflict(refusal(message))
})
