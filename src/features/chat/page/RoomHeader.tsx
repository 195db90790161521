import { type SubmitEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { Banned, ChatSummary } from "#contract/chat"
import { DonateButton } from "../../donate/DonateButton.tsx"
import { line } from "../chat.ts"
import { loadFrom } from "../room/loadHistory.ts"
import { loadRooms } from "../room/loadRooms.ts"
import { keyOf } from "../room/rooms.ts"
import type { OpenedRoom } from "../room/store.ts"
import { goTo, wasChosen } from "./address.ts"
import { useChat } from "./context.ts"
import { GroupMembers, LeaveQuestion } from "./GroupMembers.tsx"
import { Icon, RoomFace } from "./Icon.tsx"
import { toastRefusal } from "./refusalText.ts"

interface RoomHeaderProps {
  readonly opened: OpenedRoom
  readonly room: ChatSummary | undefined
  readonly name: string
  readonly isSearching: boolean
  readonly onSearch: (isSearching: boolean) => void
}

/** The name of the room and its actions. */
export function RoomHeader({ opened, room, name, isSearching, onSearch }: RoomHeaderProps) {
  const { t, locale, words, userCode } = useChat()
  const menu = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [isListingBanned, setListingBanned] = useState(false)
  const [isAskingToBlock, setAskingToBlock] = useState(false)
  const isPerson = opened.scope === "Person"
  const isGroup = opened.scope === "Group"
  const [groupDialog, setGroupDialog] = useState<"members" | "leave" | null>(null)
  const isOwn = opened.target === userCode
  const isOpen = room?.State === "open"
  const isMuted = room?.Muted === true
  const status = [
    ...(isPerson ? (room?.Online === true ? [t("chat.online")] : []) : [t(`chat.scope.${opened.scope}`)]),
    ...(isMuted ? [t("chat.muted")] : []),
  ]

  useEffect(() => {
    if (!wasChosen()) return
    // On touch screens focus would open the keyboard.
    const field = matchMedia("(pointer: coarse)").matches ? null : document.querySelector(".chat-composer textarea")
    const next = field instanceof HTMLElement ? field : title.current
    next?.focus()
  }, [])

  const back = () => {
    goTo(null)
    const room = CSS.escape(keyOf(opened))
    const row = `[data-room="${room}"], [data-hit="${room}"]`
    requestAnimationFrame(() => document.querySelector<HTMLElement>(row)?.focus())
  }
  const act = async (command: string, ...fields: ReadonlyArray<string>) => {
    menu.current?.hidePopover()
    const answer = await line.request(command, ...fields)
    toastRefusal(t, answer)
    if (!answer.ok) return
    if (fields.at(-1) === "leave") back()
    await loadRooms()
  }
  const jump = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    menu.current?.hidePopover()
    const date = String(new FormData(event.currentTarget).get("date") ?? "")
    // The day starts in the reader's time zone.
    const instant = new Date(`${date}T00:00:00`)
    if (Number.isNaN(instant.getTime())) return
    void loadFrom(instant)
  }

  return (
    <header className="chat-head">
      <button type="button" className="icon-button chat-back" aria-label={t("chat.back")} onClick={back}>
        <Icon name="back" />
      </button>
      <RoomFace scope={opened.scope} userCode={opened.target} headerImage={room?.HeaderImage ?? null} />
      <div className="chat-head-name">
        <h2 ref={title} tabIndex={-1}>
          {name}
        </h2>
        {status.length > 0 && <p>{status.join(" · ")}</p>}
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={t("chat.search")}
        title={t("chat.search")}
        aria-expanded={isSearching}
        onClick={() => onSearch(!isSearching)}
      >
        <Icon name="search" />
      </button>
      <button type="button" className="icon-button" popoverTarget="chat-room-menu" aria-label={t("chat.more.room")}>
        <Icon name="more" />
      </button>
      <div ref={menu} id="chat-room-menu" className="chat-menu chat-room-menu" popover="auto">
        <form onSubmit={jump}>
          <label>
            {t("chat.date")}
            <input className="field" type="date" name="date" required />
          </label>
          <button className="icon-button" type="submit" aria-label={t("chat.date")}>
            <Icon name="calendar" />
          </button>
        </form>
        {isGroup && isOpen && (
          <button
            type="button"
            onClick={() => {
              menu.current?.hidePopover()
              setGroupDialog("members")
            }}
          >
            {t("chat.group.members")}
          </button>
        )}
        {isGroup && isOpen && (
          <button
            type="button"
            onClick={() => {
              menu.current?.hidePopover()
              setGroupDialog("leave")
            }}
          >
            {t("chat.group.leave")}
          </button>
        )}
        {isOpen && (
          <button
            type="button"
            onClick={() => void act("In", opened.scope, opened.target, isMuted ? "unmute" : "mute")}
          >
            {isMuted ? t("chat.unmute") : t("chat.mute")}
          </button>
        )}
        {!isGroup && <a href={`/user/${encodeURIComponent(opened.target)}`}>{t("chat.profile")}</a>}
        {!isOwn && !isGroup && <DonateButton {...{ locale, words, name }} className="" userCode={opened.target} />}
        {isPerson && !isOwn && (
          <button
            type="button"
            onClick={() => {
              if (room?.State === "blocked") return void act("Bl", opened.target, "off")
              menu.current?.hidePopover()
              setAskingToBlock(true)
            }}
          >
            {room?.State === "blocked" ? t("chat.unblock", { name }) : t("chat.block", { name })}
          </button>
        )}
        {isOpen && !isOwn && !isGroup && (
          <button type="button" onClick={() => void act("In", opened.scope, opened.target, "leave")}>
            {t("chat.leave")}
          </button>
        )}
        {isOwn && isOpen && (
          <button type="button" onClick={() => void act("Rm", opened.scope, "shut")}>
            {t("chat.shut")}
          </button>
        )}
        {isOwn && !isPerson && (
          <button
            type="button"
            onClick={() => {
              menu.current?.hidePopover()
              setListingBanned(true)
            }}
          >
            {t("chat.bans")}
          </button>
        )}
        {isOwn && !isPerson && (
          <button type="button" onClick={() => void act("Rm", "Person", "shut")}>
            {t("chat.shut.personal")}
          </button>
        )}
      </div>
      {groupDialog === "members" && <GroupMembers groupId={opened.target} onDone={() => setGroupDialog(null)} />}
      {groupDialog === "leave" && (
        <LeaveQuestion
          name={name}
          onLeave={() => void act("In", opened.scope, opened.target, "leave")}
          onDone={() => setGroupDialog(null)}
        />
      )}
      {isAskingToBlock && (
        <BlockQuestion
          name={name}
          onBlock={() => void act("Bl", opened.target, "on")}
          onDone={() => setAskingToBlock(false)}
        />
      )}
      {isListingBanned && <BannedList opened={opened} onDone={() => setListingBanned(false)} />}
    </header>
  )
}

interface BlockQuestionProps {
  readonly name: string
  readonly onBlock: () => void
  readonly onDone: () => void
}

function BlockQuestion({ name, onBlock, onDone }: BlockQuestionProps) {
  const { t } = useChat()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="chat-question" onClose={onDone} aria-labelledby="chat-block">
      <h2 id="chat-block">{t("chat.block.ask", { name })}</h2>
      <p>{t("chat.block.effect")}</p>
      <p className="chat-question-acts">
        <button className="button" data-tone="quiet" type="button" onClick={() => dialog.current?.close()}>
          {t("chat.cancel")}
        </button>
        <button
          className="button"
          data-tone="danger"
          type="button"
          onClick={() => {
            dialog.current?.close()
            onBlock()
          }}
        >
          {t("chat.block.do")}
        </button>
      </p>
    </dialog>
  )
}

interface BannedListProps {
  readonly opened: OpenedRoom
  readonly onDone: () => void
}

/** People banned from a group room. */
export function BannedList({ opened, onDone }: BannedListProps) {
  const { t } = useChat()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [banned, setBanned] = useState<ReadonlyArray<Banned> | null>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])

  const load = useCallback(async () => {
    const answer = await line.request<{ readonly Banned: ReadonlyArray<Banned> }>("Rm", opened.scope, "banned")
    if (answer.ok) setBanned(answer.data.Banned)
    else {
      toastRefusal(t, answer)
      dialog.current?.close()
    }
  }, [opened.scope, t])
  useEffect(() => void load(), [load])

  const unban = async ({ UserCode }: Banned) => {
    const answer = await line.request("Rm", opened.scope, "unban", UserCode)
    toastRefusal(t, answer)
    if (!answer.ok) return
    // The pressed button disappears with its row.
    title.current?.focus()
    await load()
  }

  return (
    <dialog ref={dialog} className="chat-question" onClose={onDone} aria-labelledby="chat-banned">
      <h2 ref={title} id="chat-banned" tabIndex={-1}>
        {t("chat.bans")}
      </h2>
      {banned?.length === 0 && <p>{t("chat.bans.none")}</p>}
      {banned !== null && banned.length > 0 && (
        <ul className="plain chat-banned">
          {banned.map((person) => (
            <li key={person.UserCode}>
              <span>
                {person.DisplayName} <small>{person.UserCode}</small>
              </span>
              <button className="button" data-tone="quiet" type="button" onClick={() => void unban(person)}>
                {t("chat.unban")} <span className="visually-hidden">{person.DisplayName}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="chat-question-acts">
        <button className="button" data-tone="solid" type="button" onClick={() => dialog.current?.close()}>
          {t("chat.close")}
        </button>
      </p>
    </dialog>
  )
}
