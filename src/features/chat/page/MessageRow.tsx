import { memo } from "react"
import type { ChatMessage } from "#contract/chat"
import { giveUp, sendAgain } from "../chat.ts"
import type { Outgoing } from "../outbox/Outbox.ts"
import { loadAroundSeq } from "../room/loadHistory.ts"
import { $opened } from "../room/store.ts"
import { titleOf } from "../wire.ts"
import { goToThread } from "./address.ts"
import { useChat } from "./context.ts"
import { Avatar, Icon } from "./Icon.tsx"
import { Files, LinkPreview, MessageBody, Pictures } from "./MessageContent.tsx"
import type { Chosen } from "./MessageMenu.tsx"
import { Reactions } from "./Reactions.tsx"
import { refusalText } from "./refusalText.ts"
import { type KnownPerson, linkIn } from "./splitMessage.ts"
import { toPlainText } from "./toPlainText.ts"

interface MessageRowProps {
  readonly message: ChatMessage
  readonly startsDay: boolean
  readonly startsTurn: boolean
  readonly isFirstUnread: boolean
  /** Whether the other person has read up to here. */
  readonly isSeen: boolean
  readonly isTarget: boolean
  readonly mayReact: boolean
  /** Whether Tab stops here. */
  readonly isStop: boolean
  /** The answered message; undefined for none, null if it is not loaded. */
  readonly answered: ChatMessage | null | undefined
  /** A thread shows no link to itself. */
  readonly isInThread?: boolean
  readonly people: ReadonlyArray<KnownPerson>
  readonly found: string
  readonly onFocus: (seq: number) => void
  readonly onChoose: (chosen: Chosen) => void
}

export const MessageRow = memo(function MessageRow({ message, startsDay, startsTurn, ...props }: MessageRowProps) {
  const { t, format, time, userCode } = useChat()
  const {
    Seq,
    SenderUserCode,
    SenderDisplayName,
    Message,
    Pictures: pictures,
    Files: files = [],
    Edited,
    Removed,
  } = message
  const at = new Date(message.TimeStamp)
  const isOwn = SenderUserCode === userCode
  const link = linkIn(Message)
  const name = SenderDisplayName === "" ? SenderUserCode : SenderDisplayName
  return (
    <>
      {startsDay && (
        <li className="chat-day">
          <span>{format.day(at, new Date())}</span>
        </li>
      )}
      {props.isFirstUnread && (
        <li className="chat-unread-line" data-first-unread>
          <span>{t("chat.new")}</span>
        </li>
      )}
      <li
        className="chat-message"
        data-seq={Seq}
        data-own={isOwn || undefined}
        data-turn={startsTurn || undefined}
        data-target={props.isTarget || undefined}
        aria-current={props.isTarget || undefined}
        tabIndex={props.isTarget ? -1 : undefined}
      >
        {startsTurn && (
          <p className="chat-sender">
            <Avatar userCode={SenderUserCode} size={32} />
            <strong>{name}</strong>
          </p>
        )}
        <div className="chat-bubble">
          {props.answered !== undefined && (
            <button
              type="button"
              className="chat-answered"
              title={t("chat.reply.look")}
              tabIndex={props.isStop ? 0 : -1}
              onClick={() => message.ReplyTo !== null && void loadAroundSeq(message.ReplyTo)}
            >
              {props.answered === null ? (
                t("chat.reply.gone")
              ) : (
                <>
                  <strong>{props.answered.SenderDisplayName}</strong>{" "}
                  {props.answered.Removed ? t("chat.removed") : toPlainText(titleOf(props.answered, t("chat.picture")))}
                </>
              )}
            </button>
          )}
          {Removed ? (
            <p className="chat-gone">{t("chat.removed")}</p>
          ) : (
            <>
              {Message !== "" && (
                <div className="chat-text" dir="auto">
                  <MessageBody text={Message} people={props.people} found={props.found} />
                </div>
              )}
              <Pictures keys={pictures} name={name} />
              <Files files={files} />
              {link !== undefined && <LinkPreview href={link} />}
            </>
          )}
          <p className="chat-when">
            {Edited && !Removed && <span>{t("chat.edited")}</span>}
            <time dateTime={message.TimeStamp} title={format.dateTime(at)}>
              {time(at)}
            </time>
          </p>
        </div>
        {!Removed && (
          <button
            type="button"
            className="chat-acts icon-button"
            aria-label={`${t("chat.more.message")}: ${name}, ${time(at)}`}
            tabIndex={props.isStop ? 0 : -1}
            onFocus={() => props.onFocus(Seq)}
            onClick={(event) => props.onChoose({ message, by: event.currentTarget })}
          >
            <Icon name="more" size={18} />
          </button>
        )}
        {props.isInThread !== true && message.Replies !== undefined && (
          <button
            type="button"
            className="chat-replies"
            tabIndex={props.isStop ? 0 : -1}
            onClick={() => {
              const opened = $opened.get()
              if (opened !== null) goToThread(opened, Seq)
            }}
          >
            {t("chat.thread.replies", { count: message.Replies })}
          </button>
        )}
        {!Removed && <Reactions message={message} mayReact={props.mayReact} isStop={props.isStop} />}
        {props.isSeen && <p className="chat-seen">{t("chat.seen")}</p>}
      </li>
    </>
  )
})

/** A message that the server does not have yet. */
export function OutgoingRow({
  message,
  people,
}: {
  readonly message: Outgoing
  readonly people: ReadonlyArray<KnownPerson>
}) {
  const { t, displayName } = useChat()
  const { text, pictures, files = [], refused } = message
  return (
    <li className="chat-message" data-own data-waiting={refused === null ? "sending" : "failed"}>
      <div className="chat-bubble">
        {text !== "" && (
          <div className="chat-text" dir="auto">
            <MessageBody text={text} people={people} />
          </div>
        )}
        <Pictures keys={pictures} name={displayName} />
        <Files files={files} />
        {refused === null ? (
          <p className="chat-when">{t("chat.sending")}</p>
        ) : (
          <p className="chat-when chat-refused">
            <span>
              {t("chat.failed")}: {refusalText(t, refused)}
            </span>
            <button className="button" type="button" onClick={() => void sendAgain(message)}>
              {t("chat.again")}
            </button>
            <button className="button" data-tone="quiet" type="button" onClick={() => void giveUp(message)}>
              {t("chat.discard")}
            </button>
          </p>
        )}
      </div>
    </li>
  )
}
