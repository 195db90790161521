import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { MESSAGE_TYPES, type MessageType, NOTICE_TYPES } from "#contract/notifications"
import { LinkPreviews } from "#core/chat"
import { Notices } from "#core/notifications"
import { countNotices, findNotice, listNotices } from "#projections/notifications"
import { waitFor } from "#projections/runner"
import { translator } from "#src/i18n/index.ts"
import type { Services } from "#src/process/runtime.ts"
import { imageUrl } from "#src/web/images/imageUrl.ts"
import { unreadMessages } from "#src/worker/messages/unreadMessages.ts"
import { Api } from "../Api.ts"
import { answer, BadRequest, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { limitedAsStandard, previewing, writing } from "../limits.ts"
import { requireMember } from "../requireMember.ts"
import { conversations } from "./conversations.ts"
import type { Message } from "./fields.ts"
import { messageFileHandlers } from "./files.handlers.ts"
import { groupHandlers } from "./groups.handlers.ts"
import { messagePushHandlers } from "./push.handlers.ts"
import { noticeMessage } from "./wire.ts"

/** Side of a preview picture in device pixels. */
const PICTURE_WIDTH = 320

const messageLinkHandlers = Effect.gen(function* () {
  const previews = yield* LinkPreviews
  const limited = yield* previewing
  return {
    LoadLinkPreview: Effect.fn("LoadLinkPreview")(function* ({
      payload: { url },
    }: {
      readonly payload: { readonly url: string }
    }) {
      yield* requireMember
      yield* limited
      const preview = yield* previews.of(url)
      return answer({ preview: preview && { ...preview, imageUrl: imageUrl(preview.imageUrl, PICTURE_WIDTH) } })
    }),
  }
})

export const MessageHandlers = HttpApiBuilder.group(
  Api,
  "Message",
  Effect.fn(function* (handlers) {
    const provide = Effect.provide(yield* Effect.context<Services>())
    const notices = yield* Notices
    const chat = yield* conversations
    const limited = yield* limitedAsStandard
    const limitedWriting = yield* writing

    /** The newest notice of a type and the number of notices. */
    const newest = Effect.fnUntraced(function* (personId: string, type: MessageType, limit: number) {
      const { locale } = yield* CurrentCaller
      const noticeType = type === "All" ? null : type
      const given =
        noticeType === "Chat" || noticeType === "Invite"
          ? []
          : yield* listNotices(personId, { type: noticeType, limit })
      const counts = yield* countNotices(personId)
      const said = type === "System" || type === "Account" ? [] : yield* chat.lastMessages(personId)
      const written = said.filter((each) => type === "All" || each.type === type)
      const all = [...given.map((each) => noticeMessage(each, locale)), ...written].toSorted(
        (one, other) => other.time - one.time,
      )
      const types = NOTICE_TYPES.filter((each) => type === "All" || type === each)
      return { all, total: written.length + types.reduce((sum, each) => sum + counts[each].total, 0) }
    })

    /** An own message or notice by id; otherwise 404. */
    const findMessage = Effect.fnUntraced(function* (personId: string, messageId: string) {
      const { locale } = yield* CurrentCaller
      const notice = yield* findNotice(personId, messageId)
      if (notice !== null) return noticeMessage(notice, locale)
      const written = yield* chat.find(personId, messageId)
      return written ?? (yield* noMessage)
    })

    return handlers.handleAll({
      LoadMessage: Effect.fn("LoadMessage")(function* ({ payload: { targetUserCode, filter, type = "All" } }) {
        const { personId } = yield* requireMember
        yield* limited
        const { page, pageSize } = filter
        const unread = yield* unreadMessages(personId)
        const counts = { UnreadCount: unread.all, chatUnreadCount: unread.chats }
        if (targetUserCode !== undefined) {
          const found = yield* chat.page(personId, targetUserCode, filter)
          return answer({ ...found, hasMore: found.total > page * pageSize, ...counts })
        }
        const { all, total } = yield* newest(personId, type, page * pageSize)
        const messages = all.slice((page - 1) * pageSize, page * pageSize)
        return answer({ messages, total, hasMore: total > page * pageSize, ...counts })
      }, provide),

      LoadMessageList: Effect.fn("LoadMessageList")(function* () {
        const { personId } = yield* requireMember
        yield* limited
        const { locale } = yield* CurrentCaller
        const t = translator(locale)
        const counts = yield* countNotices(personId)
        const lists = yield* Effect.forEach(NOTICE_TYPES, (type) =>
          Effect.map(listNotices(personId, { type, limit: 1 }), ([last]) => ({
            type,
            scope: "" as const,
            targetUserCode: "",
            title: t(`messages.type.${type}`),
            headerImage: null,
            state: "open",
            last: last === undefined ? null : noticeMessage(last, locale),
            UnreadCount: counts[type].unread,
          })),
        )
        const list = [...lists.filter(({ last }) => last !== null), ...(yield* chat.threads(personId))].toSorted(
          (one, other) => (other.last?.time ?? 0) - (one.last?.time ?? 0),
        )
        return answer({ list, UnreadCount: (yield* unreadMessages(personId)).all })
      }, provide),

      UpdateMessage: Effect.fn("UpdateMessage")(function* ({ payload: { messageId, targetUserCode, type, invite } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const readNotices = (which: Parameters<typeof notices.read>[1]) =>
          Effect.flatMap(notices.read(personId, which), (position) =>
            position === 0 ? Effect.void : Effect.asVoid(waitFor("notices", position)),
          )
        if (messageId !== undefined) {
          const message = yield* findMessage(personId, messageId)
          if (isWritten(message)) yield* chat.read(personId, message.targetUserCode, message.seq)
          else yield* readNotices({ seq: message.seq })
        } else if (targetUserCode !== undefined && invite !== undefined)
          yield* chat.answerInvite(personId, targetUserCode, invite)
        else if (targetUserCode !== undefined) yield* chat.read(personId, targetUserCode)
        else if (type !== undefined) {
          if (type === "All") yield* readNotices({ type: null })
          if (type === "System" || type === "Account") yield* readNotices({ type })
          else yield* chat.readAll(personId, type)
        } else {
          const problem = translator((yield* CurrentCaller).locale)("messages.which")
          return yield* new BadRequest({ ...refusal(problem), errors: { messageId: [problem] } })
        }
        return answer({ UnreadCount: (yield* unreadMessages(personId)).all })
      }, provide),

      SendMessage: Effect.fn("SendMessage")(function* ({ payload }) {
        const sender = yield* requireMember
        yield* limitedWriting
        const message = yield* chat.send(sender, payload)
        return answer({ message, UnreadCount: (yield* unreadMessages(sender.personId)).all })
      }, provide),

      ReactToMessage: Effect.fn("ReactToMessage")(function* ({ payload: { messageId, emoji, on } }) {
        const { personId } = yield* requireMember
        yield* limitedWriting
        const message = yield* chat.react(personId, messageId, emoji, on)
        return answer({ message: message ?? (yield* noMessage) })
      }, provide),

      LoadMessageFilter: Effect.fn("LoadMessageFilter")(function* () {
        const { personId } = yield* requireMember
        yield* limited
        const t = translator((yield* CurrentCaller).locale)
        const notices = yield* countNotices(personId)
        const written = yield* chat.counts(personId)
        const counts = { ...notices, ...written }
        const total = Object.values(counts).reduce((sum, each) => sum + each.total, 0)
        const all = { total, unread: (yield* unreadMessages(personId)).all }
        const filters = MESSAGE_TYPES.map((type) => {
          const { total, unread } = type === "All" ? all : counts[type]
          return { type, name: t(`messages.type.${type}`), total, UnreadCount: unread }
        })
        return answer({ filters })
      }, provide),

      GetMessage: Effect.fn("GetMessage")(function* ({ payload: { messageId } }) {
        const { personId } = yield* requireMember
        yield* limited
        return answer({ message: yield* findMessage(personId, messageId) })
      }, provide),

      ...(yield* messageFileHandlers),
      ...(yield* groupHandlers),
      ...(yield* messageLinkHandlers),
      ...(yield* messagePushHandlers),
    })
  }),
)

const isWritten = ({ type }: Message): boolean => type === "Chat" || type === "Invite"

const noMessage = Effect.gen(function* () {
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("messages.none")))
})
