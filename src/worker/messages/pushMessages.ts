import { Clock, Effect } from "effect"
import { type MessageNotice, NOTICE_LENGTH_MAX, NOTICES_MAX } from "#contract/notifications"
import { MessagePush } from "#core/notifications"
import { findQuietHours } from "#projections/chat"
import {
  findNotificationSettings,
  type NewMessage,
  type NotificationSettings,
  newMessages,
} from "#projections/notifications"
import { LOCALES, type Locale, translator } from "#src/i18n/index.ts"
import { paths } from "#src/lib/paths.ts"
import { isQuiet } from "./isQuiet.ts"
import { noticeText } from "./noticeText.ts"

/** People per batch. */
const BATCH = 1_000
const SIDE_BY_SIDE = 16
/** Preferences that switch a kind off with the value "off". */
const BROWSER = "6"
const CHAT = "7"

/**
 * Pushes new messages to people without an open page. During quiet hours pushes wait until they end. Returns the number
 * of people.
 */
export const pushMessages = Effect.fn("pushMessages")(function* () {
  const push = yield* MessagePush
  let pushed = 0
  for (;;) {
    const due = yield* push.takeDue(BATCH)
    if (due.length === 0) return pushed
    const ids = due.map(({ personId }) => personId)
    const nowMs = yield* Clock.currentTimeMillis
    const hours = yield* findQuietHours(ids)
    const listening = yield* findNotificationSettings(ids)
    // Open pages inform them.
    yield* push.markInformed(listening.filter(({ isPresent }) => isPresent).map(({ personId }) => personId))
    const away = new Map(
      listening
        .filter(({ personId, isPresent }) => !isPresent && !isQuiet(hours.get(personId), nowMs))
        .map((each) => [each.personId, each]),
    )
    const news = yield* newMessages(due.filter(({ personId }) => away.has(personId)))
    const byPerson = Map.groupBy(news, ({ personId }) => personId)
    const notify = Effect.fnUntraced(function* ([personId, all]: [string, Array<NewMessage>]) {
      const who = away.get(personId)
      const notices = who === undefined ? [] : all.flatMap((each) => noticeOf(each, who)).slice(0, NOTICES_MAX)
      if (notices.length > 0 && (yield* push.push(personId, notices)) > 0) pushed += 1
    })
    yield* Effect.forEach(byPerson, notify, { concurrency: SIDE_BY_SIDE, discard: true })
    if (due.length < BATCH) return pushed
  }
})

/** The notification for a message, in the person's language; none if its kind is switched off. */
const noticeOf = (message: NewMessage, { preferences, ...who }: NotificationSettings): ReadonlyArray<MessageNotice> => {
  const locale: Locale = LOCALES.find((each) => each === who.locale) ?? "en"
  if (message.kind === "Chat" || message.kind === "Invite") {
    if (preferences[CHAT] === "off") return []
    const { roomId, group, senderCode, senderName, text, kind } = message
    const t = translator(locale)
    // The same id as on a page, so a room has one notification.
    const id = `chat ${roomId}`
    if (group !== null) {
      const title = group.name ?? t("chat.group.unnamed")
      const body = t("chat.came", { name: senderName, text })
      return [short({ id, title, body, path: paths.chatRoom(group.groupId, "Group") })]
    }
    const title = kind === "Chat" ? senderName : t("messages.push.writes", { name: senderName })
    return [short({ id, title, body: text, path: paths.chatRoom(senderCode, "Person") })]
  }
  const said = preferences[BROWSER] === "off" ? null : noticeText(message.content, locale)
  if (said === null) return []
  return [short({ id: `notice ${message.noticeId}`, title: said.title, body: said.text, path: paths.messages })]
}

const short = ({ title, body, ...rest }: MessageNotice): MessageNotice => ({
  ...rest,
  title: title.slice(0, NOTICE_LENGTH_MAX),
  body: (body ?? "").slice(0, NOTICE_LENGTH_MAX),
})
