import { useStore } from "@nanostores/react"
import { type SubmitEvent, useEffect, useRef, useState } from "react"
import { $chat } from "../chatState.ts"
import { loadAround } from "../room/loadHistory.ts"
import { endSearch, searchRoom } from "../room/search.ts"
import { useChat } from "./context.ts"
import { Icon } from "./Icon.tsx"
import { MessageText } from "./MessageContent.tsx"
import { excerptOf, type KnownPerson, withoutLinks } from "./splitMessage.ts"

interface SearchPanelProps {
  readonly people: ReadonlyArray<KnownPerson>
  readonly found: string
  readonly onFound: (text: string) => void
  readonly onClose: () => void
}

/** Search within the room. */
export function SearchPanel({ people, found, onFound, onClose }: SearchPanelProps) {
  const { t, format } = useChat()
  const { searchChatData } = useStore($chat, { keys: ["searchChatData"] })
  const field = useRef<HTMLInputElement>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => field.current?.focus(), [])

  const search = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get("text") ?? "").trim()
    if (text === "") return
    onFound(text)
    setFailed(!(await searchRoom(text)))
  }
  const close = () => {
    endSearch()
    onFound("")
    onClose()
  }
  const results = searchChatData?.Messages ?? []
  return (
    <search className="chat-search" onKeyDown={(event) => event.key === "Escape" && close()}>
      <form onSubmit={(event) => void search(event)}>
        <input
          ref={field}
          className="field"
          type="search"
          name="text"
          placeholder={t("chat.search.words")}
          aria-label={t("chat.search.words")}
        />
        <button className="icon-button" type="submit" aria-label={t("chat.search")}>
          <Icon name="search" />
        </button>
        <button className="icon-button" type="button" aria-label={t("chat.cancel")} onClick={close}>
          <Icon name="close" />
        </button>
      </form>
      <p role="status" className="chat-quiet">
        {isFailed && t("state.failed")}
        {!isFailed &&
          searchChatData !== null &&
          (results.length === 0 ? t("chat.search.none") : t("chat.search.found", { count: results.length }))}
      </p>
      {results.length > 0 && (
        <ol className="plain">
          {results.map((message) => (
            <li key={message.Seq}>
              <button type="button" onClick={() => void loadAround(message)}>
                <span>
                  <strong>{message.SenderDisplayName}</strong>{" "}
                  <time dateTime={message.TimeStamp}>{format.dateTime(new Date(message.TimeStamp))}</time>
                </span>
                <span className="chat-found">
                  <MessageText text={withoutLinks(excerptOf(message.Message, found))} people={people} found={found} />
                </span>
              </button>
            </li>
          ))}
          {searchChatData?.HasMore && (
            <li>
              <button className="button" type="button" onClick={() => void searchRoom(found, { more: true })}>
                {t("chat.search.more")}
              </button>
            </li>
          )}
        </ol>
      )}
    </search>
  )
}
