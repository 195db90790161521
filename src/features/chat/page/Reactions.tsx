import { type ChatMessage, REACTION_EMOJI } from "#contract/chat"
import { line } from "../chat.ts"
import { addressOf } from "../room/rooms.ts"
import { type ChatT, useChat } from "./context.ts"
import { toastRefusal } from "./refusalText.ts"

/** Adds or removes an own reaction. The push of the server shows it. */
export const react = async (t: ChatT, message: ChatMessage, emoji: string): Promise<void> => {
  const { scope, target } = addressOf(message)
  const isOwn = message.Reactions?.some(({ Emoji, Own }) => Emoji === emoji && Own) === true
  toastRefusal(t, await line.request("Re", scope, target, message.Seq, emoji, isOwn ? "off" : "on"))
}

interface ReactionsProps {
  readonly message: ChatMessage
  readonly mayReact: boolean
  /** Whether Tab stops here. */
  readonly isStop: boolean
}

/** The reactions below a message. Pressing one adds or removes the own one. */
export function Reactions({ message, mayReact, isStop }: ReactionsProps) {
  const { t, locale, userCode } = useChat()
  const reactions = message.Reactions ?? []
  if (reactions.length === 0) return null
  const list = new Intl.ListFormat(locale)
  return (
    <p className="chat-reactions">
      {reactions
        .toSorted((one, other) => placeOf(one.Emoji) - placeOf(other.Emoji))
        .map(({ Emoji, Count, Own, People }) => {
          const others = People.filter(({ UserCode }) => UserCode !== userCode).map(({ DisplayName }) => DisplayName)
          const named = Own ? [t("chat.reaction.you"), ...others] : others
          const more = Count - named.length
          const names = list.format(more > 0 ? [...named, t("chat.reaction.more", { count: more })] : named)
          return (
            <button
              key={Emoji}
              type="button"
              title={names}
              aria-pressed={Own}
              disabled={!mayReact && !Own}
              tabIndex={isStop ? 0 : -1}
              onClick={() => void react(t, message, Emoji)}
            >
              {Emoji} {Count}
              <span className="visually-hidden"> {names}</span>
            </button>
          )
        })}
    </p>
  )
}

const placeOf = (emoji: string): number => (REACTION_EMOJI as ReadonlyArray<string>).indexOf(emoji)

/** The emoji to choose from, at the top of the message menu. */
export function ReactionChoice({
  message,
  onChosen,
}: {
  readonly message: ChatMessage
  readonly onChosen: (emoji: string) => void
}) {
  const { t } = useChat()
  return (
    <fieldset className="chat-react">
      <legend className="visually-hidden">{t("chat.react")}</legend>
      {REACTION_EMOJI.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={message.Reactions?.some(({ Emoji, Own }) => Emoji === emoji && Own) === true}
          onClick={() => onChosen(emoji)}
        >
          {emoji}
        </button>
      ))}
    </fieldset>
  )
}
