import { useStore } from "@nanostores/react"
import { useState } from "react"
import { type ChatSummary, SEARCH_TEXT_LENGTH_MAX } from "#contract/chat"
import { loadRooms } from "../room/loadRooms.ts"
import { addressOf, badgeOf, keyOf, roomsFor } from "../room/rooms.ts"
import { endSearchAnywhere, searchAnywhere } from "../room/search.ts"
import { $foundAnywhere, $opened, $rooms, $roomsFailed } from "../room/store.ts"
import { goTo } from "./address.ts"
import { useChat } from "./context.ts"
import { Face } from "./Face.tsx"
import { FoundList } from "./FoundList.tsx"
import { NotifyButton } from "./NotifyButton.tsx"
import { When } from "./When.tsx"

/** All conversations, the liveliest first. */
export function RoomList() {
  const { t } = useChat()
  const rooms = useStore($rooms)
  const failed = useStore($roomsFailed)
  const opened = useStore($opened)
  const found = useStore($foundAnywhere)
  const [text, setText] = useState("")
  const [search, setSearch] = useState<"none" | "busy" | "failed">("none")
  const shown = roomsFor(rooms ?? [], text)
  const count = found?.Messages.length
  const isNothing = rooms !== null && rooms.length > 0 && shown.length === 0
  const said =
    search === "busy"
      ? t("chat.loading")
      : search === "failed"
        ? t("state.failed")
        : count === undefined
          ? isNothing && t("chat.rooms.notFound")
          : count === 0
            ? t("chat.search.none")
            : t("chat.search.found", { count })

  const type = (typed: string) => {
    setText(typed)
    setSearch("none")
    endSearchAnywhere()
  }
  const look = async (words: string, more: boolean) => {
    if (words === "") return
    setSearch("busy")
    setSearch((await searchAnywhere(words, { more })) ? "none" : "failed")
  }
  return (
    <nav className="chat-rooms" aria-label={t("chat.rooms")}>
      <div className="chat-rooms-head">
        <p className="chat-title" aria-hidden="true">
          {t("chat.title")}
        </p>
        <NotifyButton />
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void look(text.trim(), false)
            }}
          >
            <input
              className="field"
              type="search"
              value={text}
              maxLength={SEARCH_TEXT_LENGTH_MAX}
              onChange={(event) => type(event.target.value)}
              onKeyDown={(event) => event.key === "Escape" && type("")}
              placeholder={t("chat.rooms.search")}
              aria-label={t("chat.rooms.search")}
            />
            {text.trim() !== "" && (
              <button className="button" data-tone="quiet" type="submit">
                {t("chat.search.all")}
              </button>
            )}
          </form>
        </search>
      </div>
      {rooms === null && !failed && (
        <div className="skeleton" aria-hidden="true">
          <div />
          <div />
          <div />
        </div>
      )}
      {failed && rooms === null && (
        <div className="state">
          <p>{t("state.failed")}</p>
          <button className="button" type="button" onClick={() => void loadRooms()}>
            {t("state.retry")}
          </button>
        </div>
      )}
      {rooms?.length === 0 && (
        <div className="state">
          <strong>{t("state.empty")}</strong>
          <p>{t("chat.rooms.none")}</p>
          <a className="button" href="/searchuser">
            {t("chat.find")}
          </a>
        </div>
      )}
      <div className="chat-rooms-lists">
        <ul className="plain">
          {shown.map((room) => (
            <li key={keyOf(addressOf(room))}>
              <RoomRow room={room} isOpened={opened !== null && keyOf(opened) === keyOf(addressOf(room))} />
            </li>
          ))}
        </ul>
        <p className="chat-quiet" role="status">
          {said}
        </p>
        <FoundList onMore={(words) => void look(words, true)} />
      </div>
    </nav>
  )
}

function RoomRow({ room, isOpened }: { readonly room: ChatSummary; readonly isOpened: boolean }) {
  const { t } = useChat()
  const { Scope, TargetUserCode, DisplayName, HeaderImage, Online, LastMessage, UnreadCount } = room
  const name = DisplayName === "" ? TargetUserCode : DisplayName
  return (
    <button
      type="button"
      className="chat-room"
      aria-current={isOpened ? "true" : undefined}
      data-room={keyOf(addressOf(room))}
      onClick={() => goTo({ ...addressOf(room), name })}
    >
      <span className="chat-room-face">
        <Face userCode={TargetUserCode} headerImage={HeaderImage} size={44} />
        {Online && Scope === "Person" && <span className="chat-online" role="img" aria-label={t("chat.online")} />}
      </span>
      <span className="chat-room-name">
        <strong>{name}</strong>
        {Scope !== "Person" && <small>{t(`chat.scope.${Scope}`)}</small>}
      </span>
      {LastMessage !== null && <When timeStamp={LastMessage.TimeStamp} />}
      <span className="chat-room-last">
        <LastWords room={room} />
      </span>
      {UnreadCount > 0 && (
        <span className="chat-badge">
          <span aria-hidden="true">{badgeOf(UnreadCount)}</span>
          <span className="visually-hidden">{t("chat.unread", { count: UnreadCount })}</span>
        </span>
      )}
    </button>
  )
}

function LastWords({ room: { LastMessage, Scope, State, DisplayName } }: { readonly room: ChatSummary }) {
  const { t, userCode } = useChat()
  if (State === "invited") return t("chat.tip.invited", { name: DisplayName })
  if (LastMessage === null) return t("chat.empty")
  if (LastMessage.Removed) return t("chat.removed")
  const text = LastMessage.Message === "" ? t("chat.picture") : LastMessage.Message
  if (LastMessage.SenderUserCode === userCode) return t("chat.you", { text })
  return Scope === "Person" ? text : t("chat.came", { name: LastMessage.SenderDisplayName, text })
}
