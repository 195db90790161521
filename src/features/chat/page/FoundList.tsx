import { useStore } from "@nanostores/react"
import type { ChatMessage } from "#contract/chat"
import { addressOf, keyOf } from "../room/rooms.ts"
import { $foundAnywhere, $rooms, type FoundAnywhere, openedIn } from "../room/store.ts"
import { excerptOf } from "../text/excerptOf.ts"
import { goToMessage } from "./address.ts"
import { useChat } from "./context.ts"
import { Face } from "./Face.tsx"
import { MessageText } from "./MessageText.tsx"
import { plain } from "./plain.ts"
import { When } from "./When.tsx"

/** What was found in all rooms, each message with its room, where it leads to. */
export function FoundList({ onMore }: { readonly onMore: (text: string) => void }) {
  const { t } = useChat()
  const found = useStore($foundAnywhere)
  if (found === null || found.Messages.length === 0) return null
  return (
    <ol className="plain chat-hits" aria-label={t("chat.messages")}>
      {found.Messages.map((message) => (
        <li key={`${message.Room} ${message.Seq}`}>
          <Hit message={message} text={found.Text} />
        </li>
      ))}
      <More found={found} onMore={onMore} />
    </ol>
  )
}

function Hit({ message, text }: { readonly message: ChatMessage; readonly text: string }) {
  const { t, userCode } = useChat()
  const rooms = useStore($rooms)
  const address = addressOf(message)
  const room = openedIn(rooms, address)
  const name = room?.DisplayName || address.target
  const sender = message.SenderDisplayName || message.SenderUserCode
  // Who writes stands before it, unless it can only be the one whose conversation it is.
  const who = message.SenderUserCode === userCode ? "chat.you" : address.scope === "Person" ? null : "chat.came"
  const lead = who === null ? "" : t(who, { name: sender, text: "" })
  return (
    <button
      type="button"
      className="chat-room"
      data-hit={keyOf(address)}
      onClick={() => goToMessage({ ...address, name }, { message, text })}
    >
      <span className="chat-room-face">
        <Face userCode={address.target} headerImage={room?.HeaderImage ?? null} size={44} />
      </span>
      <span className="chat-room-name">
        <strong>{name}</strong>
        {address.scope !== "Person" && <small>{t(`chat.scope.${address.scope}`)}</small>}
      </span>
      <When timeStamp={message.TimeStamp} />
      <span className="chat-room-last chat-found">
        {lead}
        <MessageText text={plain(excerptOf(message.Message, text))} people={NOBODY} found={text} />
      </span>
    </button>
  )
}

function More({ found, onMore }: { readonly found: FoundAnywhere; readonly onMore: (text: string) => void }) {
  const { t } = useChat()
  if (!found.HasMore) return null
  return (
    <li className="chat-quiet">
      <button className="button" type="button" onClick={() => onMore(found.Text)}>
        {t("chat.search.more")}
      </button>
    </li>
  )
}

const NOBODY: ReadonlyArray<never> = []
