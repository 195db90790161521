import { useStore } from "@nanostores/react"
import { type KeyboardEvent, useMemo, useRef, useState } from "react"
import type { ChatSummary } from "#contract/chat"
import { rowsOf } from "../room/days.ts"
import { loadLatest } from "../room/loadHistory.ts"
import { $outgoing, $readBefore, $target, $typists } from "../room/store.ts"
import type { RoomHistory } from "../wire.ts"
import { useChat } from "./context.ts"
import { Icon } from "./Icon.tsx"
import { type Chosen, MessageMenu } from "./MessageMenu.tsx"
import { MessageRow, OutgoingRow } from "./MessageRow.tsx"
import type { KnownPerson } from "./splitMessage.ts"
import { useListScroll } from "./useListScroll.ts"

interface Props {
  readonly history: RoomHistory
  readonly room: ChatSummary | undefined
  readonly people: ReadonlyArray<KnownPerson>
  /** The search term. */
  readonly found: string
  readonly onReply: (seq: number) => void
  readonly onEdit: (seq: number) => void
}

/** Messages by day, the newest last. */
export function MessageList({ history, room, people, found, onReply, onEdit }: Props) {
  const { t, format, userCode } = useChat()
  const list = useRef<HTMLDivElement>(null)
  const outgoing = useStore($outgoing)
  const typists = [...useStore($typists).values()]
  const readBefore = useStore($readBefore)
  const target = useStore($target)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const rows = useMemo(() => rowsOf(history.Messages, format.dayKey), [history.Messages, format])
  const known = new Set(history.Messages.map(({ ClientId }) => ClientId))
  const waiting = outgoing.filter(({ clientId }) => !known.has(clientId))
  const { isAtEnd, toEnd } = useListScroll(list, history, waiting.length + typists.length)
  const bySeq = useMemo(() => new Map(history.Messages.map((message) => [message.Seq, message])), [history.Messages])

  const unread = readBefore === null ? undefined : firstUnread(history.Messages, readBefore, userCode)
  const seen = history.Messages.findLast(
    ({ Seq, SenderUserCode }) => SenderUserCode === userCode && Seq <= (room?.OtherRead ?? 0),
  )
  const last = history.Messages.at(-1)?.Seq ?? null

  /** Roving focus: arrow keys move between messages. */
  const walk = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0
    const from = (event.target as HTMLElement).closest("[data-seq]")
    const stops = [...(list.current?.querySelectorAll<HTMLElement>("[data-seq]") ?? [])]
    const next = stops[stops.indexOf(from as HTMLElement) + step]
    if (step === 0 || from === null || next === undefined) return
    event.preventDefault()
    next.querySelector<HTMLElement>(".chat-acts")?.focus()
    next.scrollIntoView({ block: "nearest" })
  }

  return (
    <div className="chat-messages">
      <div ref={list} className="chat-scroll">
        <ol aria-label={t("chat.messages")} onKeyDown={walk}>
          {history.HasMore ? (
            <li className="chat-quiet" data-older>
              {t("chat.loading")}
            </li>
          ) : (
            <li className="chat-quiet">{t(rows.length === 0 ? "chat.empty" : "chat.begin")}</li>
          )}
          {rows.map(({ message, startsDay, startsTurn }) => (
            <MessageRow
              key={message.Seq}
              message={message}
              startsDay={startsDay}
              startsTurn={startsTurn}
              isFirstUnread={message === unread}
              isSeen={message === seen}
              isTarget={message.Seq === target}
              mayReact={room?.State === "open"}
              isStop={message.Seq === (focused !== null && bySeq.has(focused) ? focused : last)}
              answered={message.ReplyTo === null ? undefined : (bySeq.get(message.ReplyTo) ?? null)}
              people={people}
              found={found}
              onFocus={setFocused}
              onChoose={setChosen}
            />
          ))}
          {waiting.map((message) => (
            <OutgoingRow key={message.clientId} message={message} people={people} />
          ))}
          {history.HasNewer && (
            <li className="chat-quiet" data-newer>
              {t("chat.loading")}
            </li>
          )}
        </ol>
      </div>
      <p className="chat-typing">
        {typists.length === 1 && t("chat.typing", { name: typists[0]?.name ?? "" })}
        {typists.length > 1 && t("chat.typing.many")}
      </p>
      {!isAtEnd && (
        <button
          type="button"
          className="chat-latest icon-button"
          aria-label={t("chat.latest")}
          title={t("chat.latest")}
          onClick={() => {
            $target.set(null)
            toEnd()
            if (history.HasNewer) void loadLatest().then(toEnd)
          }}
        >
          <Icon name="down" />
        </button>
      )}
      <MessageMenu chosen={chosen} room={room} onClose={() => setChosen(null)} onReply={onReply} onEdit={onEdit} />
    </div>
  )
}

/** The first message of others after what was read; none once the person answered. */
const firstUnread = (messages: RoomHistory["Messages"], readBefore: number, userCode: string) => {
  const later = messages.filter(({ Seq }) => Seq > readBefore)
  return later.some(({ SenderUserCode }) => SenderUserCode === userCode) ? undefined : later[0]
}
