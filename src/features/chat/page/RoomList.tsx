import { useStore } from "@nanostores/react"
import { useState } from "react"
import { type ChatMessage, type ChatSummary, SEARCH_TEXT_LENGTH_MAX } from "#contract/chat"
import { loadRooms } from "../room/loadRooms.ts"
import { addressOf, badgeOf, keyOf, roomsFor } from "../room/rooms.ts"
import { endSearchAnywhere, searchAnywhere } from "../room/search.ts"
import { $foundAnywhere, $opened, $rooms, $roomsFailed, type FoundAnywhere, openedIn } from "../room/store.ts"
import { titleOf } from "../wire.ts"
import { goTo, goToMessage } from "./address.ts"
import { useChat } from "./context.ts"
import { Icon, MessageTime, RoomFace } from "./Icon.tsx"
import { MessageText } from "./MessageContent.tsx"
import { NewGroup } from "./NewGroup.tsx"
import { excerptOf, withoutLinks } from "./splitMessage.ts"
import { toPlainText } from "./toPlainText.ts"

/** All conversations, most recent first. */
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
  const find = async (words: string, more: boolean) => {
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
        <NewGroupButton />
        <search>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              void find(text.trim(), false)
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
        <FoundList onMore={(words) => void find(words, true)} />
      </div>
    </nav>
  )
}

function RoomRow({ room, isOpened }: { readonly room: ChatSummary; readonly isOpened: boolean }) {
  const { t } = useChat()
  const { Scope, TargetUserCode, DisplayName, HeaderImage, Online, LastMessage, UnreadCount, Muted } = room
  const name = DisplayName || (Scope === "Group" ? t("chat.group.unnamed") : TargetUserCode)
  return (
    <button
      type="button"
      className="chat-room"
      aria-current={isOpened ? "true" : undefined}
      data-room={keyOf(addressOf(room))}
      onClick={() => goTo({ ...addressOf(room), name })}
    >
      <span className="chat-room-face">
        <RoomFace scope={Scope} userCode={TargetUserCode} headerImage={HeaderImage} size={44} />
        {Online && Scope === "Person" && <span className="chat-online" role="img" aria-label={t("chat.online")} />}
      </span>
      <span className="chat-room-name">
        <strong>{name}</strong>
        {Scope !== "Person" && <small>{t(`chat.scope.${Scope}`)}</small>}
        {Muted === true && (
          <span className="chat-muted" role="img" aria-label={t("chat.muted")} title={t("chat.muted")}>
            <Icon name="muted" size={16} />
          </span>
        )}
      </span>
      {LastMessage !== null && <MessageTime timeStamp={LastMessage.TimeStamp} />}
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
  const text = toPlainText(titleOf(LastMessage, t("chat.picture")))
  if (LastMessage.SenderUserCode === userCode) return t("chat.you", { text })
  return Scope === "Person" ? text : t("chat.came", { name: LastMessage.SenderDisplayName, text })
}

/** Search results of all rooms. */
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
  const name = room?.DisplayName || (address.scope === "Group" ? t("chat.group.unnamed") : address.target)
  const sender = message.SenderDisplayName || message.SenderUserCode
  // Name the author unless only one person can be.
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
        <RoomFace scope={address.scope} userCode={address.target} headerImage={room?.HeaderImage ?? null} size={44} />
      </span>
      <span className="chat-room-name">
        <strong>{name}</strong>
        {address.scope !== "Person" && <small>{t(`chat.scope.${address.scope}`)}</small>}
      </span>
      <MessageTime timeStamp={message.TimeStamp} />
      <span className="chat-room-last chat-found">
        {lead}
        <MessageText text={withoutLinks(excerptOf(message.Message, text))} people={NOBODY} found={text} />
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

function NewGroupButton() {
  const { t } = useChat()
  const [chosen, setChosen] = useState(() => new URLSearchParams(location.search).get("newGroup"))
  return (
    <>
      <button
        className="icon-button"
        type="button"
        aria-label={t("chat.group.new")}
        title={t("chat.group.new")}
        onClick={() => setChosen("")}
      >
        <Icon name="people" />
      </button>
      {chosen !== null && <NewGroup chosen={chosen} onDone={() => setChosen(null)} />}
    </>
  )
}

/** Asks for permission for system notifications. */
export function NotifyButton() {
  const { t } = useChat()
  const [isOpen, setOpen] = useState(() => "Notification" in window && Notification.permission === "default")
  if (!isOpen) return null
  const request = async () => {
    const answer = await Notification.requestPermission()
    setOpen(answer === "default")
  }
  return (
    <button className="button" data-tone="quiet" type="button" onClick={() => void request()}>
      {t("chat.notify")}
    </button>
  )
}
