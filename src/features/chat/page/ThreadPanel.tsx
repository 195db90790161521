import { useStore } from "@nanostores/react"
import { useEffect, useRef, useState } from "react"
import type { ChatSummary } from "#contract/chat"
import { loadThread } from "../room/loadThread.ts"
import { $outgoing, $thread, type OpenedRoom } from "../room/store.ts"
import { goTo } from "./address.ts"
import { Composer } from "./Composer.tsx"
import { useChat } from "./context.ts"
import { Icon } from "./Icon.tsx"
import { type Chosen, MessageMenu } from "./MessageMenu.tsx"
import { MessageRow, OutgoingRow } from "./MessageRow.tsx"
import type { KnownPerson } from "./splitMessage.ts"

interface ThreadPanelProps {
  readonly opened: OpenedRoom
  readonly room: ChatSummary | undefined
  /** The number of the first message. */
  readonly seq: number
  readonly people: ReadonlyArray<KnownPerson>
  readonly mayWrite: boolean
}

/** A message and the replies to it: beside the room, or in its place on a phone. */
export function ThreadPanel({ opened, room, seq, people, mayWrite }: ThreadPanelProps) {
  const { t, userCode } = useChat()
  const thread = useStore($thread)
  const outgoing = useStore($outgoing)
  const title = useRef<HTMLHeadingElement>(null)
  const end = useRef<HTMLLIElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const [replySeq, setReplySeq] = useState<number | null>(null)
  const [editSeq, setEditSeq] = useState<number | null>(null)

  useEffect(() => {
    title.current?.focus()
    void loadThread(seq)
    return () => $thread.set(null)
  }, [seq])

  const messages = thread?.Messages ?? []
  const bySeq = new Map(messages.map((message) => [message.Seq, message]))
  const root = bySeq.get(seq)
  const known = new Set(messages.map(({ ClientId }) => ClientId))
  const waiting = outgoing.filter(
    ({ clientId, replyTo }) => replyTo !== null && bySeq.has(replyTo) && !known.has(clientId),
  )
  const last = messages.at(-1)?.Seq
  useEffect(() => {
    if (last !== undefined || waiting.length > 0) end.current?.scrollIntoView({ block: "nearest" })
  }, [last, waiting.length])

  const settle = () => {
    setReplySeq(null)
    setEditSeq(null)
  }
  const close = () => {
    goTo(opened)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-seq="${seq}"] .chat-replies`)?.focus())
  }
  return (
    <section
      className="chat-thread"
      aria-labelledby="chat-thread"
      onKeyDown={(event) => {
        const isElsewhere =
          replySeq !== null || editSeq !== null || document.querySelector(":popover-open, dialog[open]")
        if (event.key === "Escape" && !event.defaultPrevented && !isElsewhere) close()
      }}
    >
      <header className="chat-head">
        <div className="chat-head-name">
          <h2 id="chat-thread" ref={title} tabIndex={-1}>
            {t("chat.thread")}
          </h2>
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label={t("chat.thread.close")}
          title={t("chat.thread.close")}
          onClick={close}
        >
          <Icon name="close" />
        </button>
      </header>
      <div className="chat-messages">
        <div className="chat-scroll">
          <ol aria-label={t("chat.thread")}>
            {messages.map((message) => (
              <MessageRow
                key={message.Seq}
                message={message}
                startsDay={false}
                startsTurn
                isFirstUnread={false}
                isSeen={false}
                isTarget={false}
                mayReact={room?.State === "open"}
                isStop={message.Seq === (focused ?? last)}
                // Replies to the first message need no quote of it.
                answered={
                  message.ReplyTo === null || message.ReplyTo === seq || message.Seq === seq
                    ? undefined
                    : (bySeq.get(message.ReplyTo) ?? null)
                }
                isInThread
                people={people}
                found=""
                onFocus={setFocused}
                onChoose={setChosen}
              />
            ))}
            {waiting.map((message) => (
              <OutgoingRow key={message.clientId} message={message} people={people} />
            ))}
            <li ref={end} className="chat-quiet">
              {thread === null && t("chat.loading")}
              {thread?.HasMore === true && t("chat.thread.more", { count: messages.length - 1 })}
            </li>
          </ol>
        </div>
        <MessageMenu
          chosen={chosen}
          room={room}
          onClose={() => setChosen(null)}
          onReply={(each) => {
            settle()
            setReplySeq(each)
          }}
          onEdit={(each) => {
            settle()
            setEditSeq(each)
          }}
        />
      </div>
      {mayWrite && root !== undefined && (
        <Composer
          opened={opened}
          thread={seq}
          people={people.filter(({ code }) => code !== userCode)}
          replyTo={replySeq === null ? undefined : bySeq.get(replySeq)}
          editing={editSeq === null ? undefined : bySeq.get(editSeq)}
          onSettled={settle}
          onEditLast={() => {
            const own = messages.findLast(({ SenderUserCode, Removed }) => SenderUserCode === userCode && !Removed)
            if (own !== undefined) setEditSeq(own.Seq)
          }}
        />
      )}
    </section>
  )
}
