import { giveUp, sendAgain } from "../chat.ts"
import type { Outgoing } from "../outbox/Outgoing.ts"
import type { Known } from "../text/parts.ts"
import { useChat } from "./context.ts"
import { MessageText } from "./MessageText.tsx"
import { Pictures } from "./Pictures.tsx"
import { refusalText } from "./say.ts"

/** A message that the server does not have yet. */
export function OutgoingRow({
  message,
  people,
}: {
  readonly message: Outgoing
  readonly people: ReadonlyArray<Known>
}) {
  const { t, displayName } = useChat()
  const { text, pictures, refused } = message
  return (
    <li className="chat-message" data-own data-waiting={refused === null ? "sending" : "failed"}>
      <div className="chat-bubble">
        {text !== "" && (
          <p className="chat-text" dir="auto">
            <MessageText text={text} people={people} />
          </p>
        )}
        <Pictures keys={pictures} name={displayName} />
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
