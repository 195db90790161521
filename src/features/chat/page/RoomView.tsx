import { useStore } from "@nanostores/react"
import { useMemo, useRef, useState } from "react"
import { $chat } from "../chatState.ts"
import { loadLatest } from "../room/loadHistory.ts"
import { keyOf } from "../room/rooms.ts"
import { $outgoing, $rooms, $sought, $status, type OpenedRoom, openedIn } from "../room/store.ts"
import { tipOf } from "../room/tip.ts"
import type { Known } from "../text/parts.ts"
import { Composer } from "./Composer.tsx"
import { useChat } from "./context.ts"
import { MessageList } from "./MessageList.tsx"
import { OutgoingRow } from "./OutgoingRow.tsx"
import { RoomHeader } from "./RoomHeader.tsx"
import { SearchPanel } from "./SearchPanel.tsx"
import { TipBox } from "./Tip.tsx"

/** One room: who it is with, what was written, and where to write. */
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

  const room = openedIn(rooms, opened)
  const name = room?.DisplayName || opened.name
  const messages = historyData?.Messages ?? []
  const people = usePeople(messages, userCode)
  const isRefused = status === "refused"
  const tip = rooms === null ? undefined : tipOf(room, opened, { userCode, isRefused, isJoinRefused })
  const isFailed = status === "failed" && historyData === null && tip === undefined
  const at = (seq: number | null) => (seq === null ? undefined : messages.find(({ Seq }) => Seq === seq))
  const settle = () => {
    setReplySeq(null)
    setEditSeq(null)
  }

  return (
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
      {tip !== undefined && <TipBox tip={tip} opened={opened} name={name} onJoinRefused={() => setJoinRefused(true)} />}
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
  )
}

/** The same list for as long as nobody else writes, so that what was shown is not made anew for each message. */
const usePeople = (messages: Parameters<typeof peopleIn>[0], userCode: string): ReadonlyArray<Known> => {
  const known = useRef<ReadonlyArray<Known>>([])
  return useMemo(() => {
    const people = peopleIn(messages, userCode)
    if (JSON.stringify(people) !== JSON.stringify(known.current)) known.current = people
    return known.current
  }, [messages, userCode])
}

/** Everybody who wrote what is shown, those who wrote last first. */
const peopleIn = (
  messages: ReadonlyArray<{ readonly SenderUserCode: string; readonly SenderDisplayName: string }>,
  userCode: string,
): ReadonlyArray<Known> => {
  const people = new Map<string, string>([[userCode, ""]])
  for (const { SenderUserCode, SenderDisplayName } of messages.toReversed())
    if (!people.get(SenderUserCode)) people.set(SenderUserCode, SenderDisplayName)
  return Array.from(people, ([code, name]) => ({ code, name }))
}
