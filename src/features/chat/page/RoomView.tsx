import { useStore } from "@nanostores/react"
import { useMemo, useRef, useState } from "react"
import { paths } from "../../../lib/paths.ts"
import { line } from "../chat.ts"
import { $chat } from "../chatState.ts"
import { loadLatest } from "../room/loadHistory.ts"
import { loadRooms } from "../room/loadRooms.ts"
import { type RoomNotice, roomNoticeOf } from "../room/roomNotice.ts"
import { keyOf } from "../room/rooms.ts"
import { $outgoing, $rooms, $sought, $status, $threadSeq, type OpenedRoom, openedIn } from "../room/store.ts"
import { Composer } from "./Composer.tsx"
import { type ChatT, useChat } from "./context.ts"
import { MessageList } from "./MessageList.tsx"
import { OutgoingRow } from "./MessageRow.tsx"
import { RoomHeader } from "./RoomHeader.tsx"
import { toastRefusal } from "./refusalText.ts"
import { SearchPanel } from "./SearchPanel.tsx"
import type { KnownPerson } from "./splitMessage.ts"
import { ThreadPanel } from "./ThreadPanel.tsx"

/** One room: header, messages and composer. */
export function RoomView({ opened }: { readonly opened: OpenedRoom }) {
  const { t, userCode } = useChat()
  const rooms = useStore($rooms)
  const status = useStore($status)
  const outgoing = useStore($outgoing)
  const { historyData } = useStore($chat, { keys: ["historyData"] })
  const [replySeq, setReplySeq] = useState<number | null>(null)
  const [editSeq, setEditSeq] = useState<number | null>(null)
  const [isJoinRefused, setJoinRefused] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const found = useStore($sought)
  const threadSeq = useStore($threadSeq)

  const room = openedIn(rooms, opened)
  const name = room?.DisplayName || opened.name
  const messages = historyData?.Messages ?? []
  const people = usePeople(messages, userCode)
  const isRefused = status === "refused"
  const tip = rooms === null ? undefined : roomNoticeOf(room, opened, { userCode, isRefused, isJoinRefused })
  const isFailed = status === "failed" && historyData === null && tip === undefined
  const at = (seq: number | null) => (seq === null ? undefined : messages.find(({ Seq }) => Seq === seq))
  const settle = () => {
    setReplySeq(null)
    setEditSeq(null)
  }

  return (
    <div className="chat-panes" data-thread={threadSeq === null ? undefined : ""}>
      <section className="chat-view" aria-label={name} aria-busy={status === "loading"}>
        <RoomHeader opened={opened} room={room} name={name} isSearching={isSearching} onSearch={setSearching} />
        {isSearching && (
          <SearchPanel
            people={people}
            found={found}
            onFound={(text) => $sought.set(text)}
            onClose={() => setSearching(false)}
          />
        )}
        {tip !== undefined && (
          <RoomNoticeBox tip={tip} opened={opened} name={name} onJoinRefused={() => setJoinRefused(true)} />
        )}
        {historyData !== null && (
          <MessageList
            history={historyData}
            room={room}
            people={people}
            found={found}
            onReply={(seq) => {
              settle()
              setReplySeq(seq)
            }}
            onEdit={(seq) => {
              settle()
              setEditSeq(seq)
            }}
          />
        )}
        {historyData === null && !isFailed && (
          <div className="chat-messages">
            {status === "loading" && outgoing.length === 0 && <div className="skeleton" aria-hidden="true" />}
            <ol aria-label={t("chat.messages")}>
              {outgoing.map((message) => (
                <OutgoingRow key={message.clientId} message={message} people={people} />
              ))}
            </ol>
          </div>
        )}
        {isFailed && (
          <div className="state">
            <p>{t("state.failed")}</p>
            <button className="button" type="button" onClick={() => void loadLatest()}>
              {t("state.retry")}
            </button>
          </div>
        )}
        {tip?.mayWrite !== false && (
          <Composer
            key={keyOf(opened)}
            opened={opened}
            people={people.filter(({ code }) => code !== userCode)}
            replyTo={at(replySeq)}
            editing={at(editSeq)}
            onSettled={settle}
            onEditLast={() => {
              const own = messages.findLast(({ SenderUserCode, Removed }) => SenderUserCode === userCode && !Removed)
              if (own !== undefined) setEditSeq(own.Seq)
            }}
          />
        )}
      </section>
      {threadSeq !== null && (
        <ThreadPanel
          key={threadSeq}
          opened={opened}
          room={room}
          seq={threadSeq}
          people={people}
          mayWrite={tip?.mayWrite !== false}
        />
      )}
    </div>
  )
}

/** Stable as long as the authors are the same, so that messages are not rendered again. */
const usePeople = (messages: Parameters<typeof peopleIn>[0], userCode: string): ReadonlyArray<KnownPerson> => {
  const known = useRef<ReadonlyArray<KnownPerson>>([])
  return useMemo(() => {
    const people = peopleIn(messages, userCode)
    if (JSON.stringify(people) !== JSON.stringify(known.current)) known.current = people
    return known.current
  }, [messages, userCode])
}

/** The authors of the shown messages, most recent first. */
const peopleIn = (
  messages: ReadonlyArray<{ readonly SenderUserCode: string; readonly SenderDisplayName: string }>,
  userCode: string,
): ReadonlyArray<KnownPerson> => {
  const people = new Map<string, string>([[userCode, ""]])
  for (const { SenderUserCode, SenderDisplayName } of messages.toReversed())
    if (!people.get(SenderUserCode)) people.set(SenderUserCode, SenderDisplayName)
  return Array.from(people, ([code, name]) => ({ code, name }))
}

const WORDS = {
  accept: "chat.accept",
  ignore: "chat.ignore",
  open: "chat.open",
  unblock: "chat.unblock",
  join: "chat.join",
} as const
type Act = keyof typeof WORDS

/** Where somebody subscribes who may not see a room, and from where they come back to it. */
const subscribeHref = ({ scope, target }: OpenedRoom): string =>
  (scope === "Premium" ? paths.subscribePremium : paths.subscribe)(target, location.pathname + location.search)

const runAction = (act: Act, { scope, target }: OpenedRoom) => {
  if (act === "open") return line.request("Rm", scope, "open")
  if (act === "unblock") return line.request("Bl", target, "off")
  return line.request("In", scope, target, act)
}

const textOf = (t: ChatT, { text }: RoomNotice, name: string): string => {
  switch (text) {
    case "chat.tip.invited":
    case "chat.tip.requested":
    case "chat.tip.blocked":
    case "chat.tip.subscribers":
    case "chat.tip.premium":
      return t(text, { name })
    default:
      return t(text)
  }
}

interface TipBoxProps {
  readonly tip: RoomNotice
  readonly opened: OpenedRoom
  readonly name: string
  readonly onJoinRefused: () => void
}

/** The state of the room and possible actions. */
export function RoomNoticeBox({ tip, opened, name, onJoinRefused }: TipBoxProps) {
  const { t } = useChat()
  const [isBusy, setBusy] = useState(false)
  const act = async (what: Act) => {
    setBusy(true)
    const answer = await runAction(what, opened)
    if (answer.ok) await Promise.all([loadRooms(), loadLatest()])
    else if (what === "join") onJoinRefused()
    else toastRefusal(t, answer)
    setBusy(false)
  }
  return (
    <div className="chat-tip" role="note">
      <p>{textOf(t, tip, name)}</p>
      {tip.acts.map((what) =>
        what === "subscribe" ? (
          <a key={what} className="button" data-tone="solid" href={subscribeHref(opened)}>
            {t("chat.subscribe")}
          </a>
        ) : (
          <button
            key={what}
            className="button"
            data-tone={what === "ignore" ? "quiet" : "solid"}
            type="button"
            disabled={isBusy}
            onClick={() => void act(what)}
          >
            {what === "unblock" ? t("chat.unblock", { name }) : t(WORDS[what])}
          </button>
        ),
      )}
    </div>
  )
}
