import { type SubmitEvent, useEffect, useRef, useState } from "react"
import type { ChatSummary } from "#contract/chat"
import { DonateButton } from "../../donate/DonateButton.tsx"
import { line } from "../chat.ts"
import { loadFrom } from "../room/loadHistory.ts"
import { loadRooms } from "../room/loadRooms.ts"
import { keyOf } from "../room/rooms.ts"
import type { OpenedRoom } from "../room/store.ts"
import { goTo, wasChosen } from "./address.ts"
import { BannedList } from "./BannedList.tsx"
import { useChat } from "./context.ts"
import { Face } from "./Face.tsx"
import { Icon } from "./Icon.tsx"
import { say } from "./say.ts"

interface Props {
  readonly opened: OpenedRoom
  readonly room: ChatSummary | undefined
  readonly name: string
  readonly isSearching: boolean
  readonly onSearch: (isSearching: boolean) => void
}

/** Whose room it is, and what can be done with all of it. */
export function RoomHeader({ opened, room, name, isSearching, onSearch }: Props) {
  const { t, locale, words, userCode } = useChat()
  const menu = useRef<HTMLDivElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [isListingBanned, setListingBanned] = useState(false)
  const isPerson = opened.scope === "Person"
  const isOwn = opened.target === userCode
  const isOpen = room?.State === "open"

  useEffect(() => {
    if (!wasChosen()) return
    // On a screen that is touched the field would bring its keyboard.
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
    say(t, answer)
    if (!answer.ok) return
    if (fields.at(-1) === "leave") back()
    await loadRooms()
  }
  const jump = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    menu.current?.hidePopover()
    const date = String(new FormData(event.currentTarget).get("date") ?? "")
    // The day begins where its reader is.
    const instant = new Date(`${date}T00:00:00`)
    if (Number.isNaN(instant.getTime())) return
    void loadFrom(instant)
  }

  return (
    <header className="chat-head">
      <button type="button" className="icon-button chat-back" aria-label={t("chat.back")} onClick={back}>
        <Icon name="back" />
      </button>
      <Face userCode={opened.target} headerImage={room?.HeaderImage ?? null} />
      <div className="chat-head-name">
        <h2 ref={title} tabIndex={-1}>
          {name}
        </h2>
        {isPerson ? room?.Online === true && <p>{t("chat.online")}</p> : <p>{t(`chat.scope.${opened.scope}`)}</p>}
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
        <a href={`/user/${encodeURIComponent(opened.target)}`}>{t("chat.profile")}</a>
        {!isOwn && <DonateButton {...{ locale, words, name }} className="" userCode={opened.target} />}
        {isPerson && !isOwn && (
          <button type="button" onClick={() => void act("Bl", opened.target, room?.State === "blocked" ? "off" : "on")}>
            {room?.State === "blocked" ? t("chat.unblock", { name }) : t("chat.block", { name })}
          </button>
        )}
        {isOpen && !isOwn && (
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
      {isListingBanned && <BannedList opened={opened} onDone={() => setListingBanned(false)} />}
    </header>
  )
}
