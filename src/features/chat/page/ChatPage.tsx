import { useStore } from "@nanostores/react"
import { useEffect, useMemo, useState } from "react"
import { SOCKET_CLOSED, SOCKET_ERROR } from "#contract/chat"
import { translatorOf } from "../../../i18n/translate.ts"
import { formatOf } from "../../../lib/format.ts"
import { $chat } from "../chatState.ts"
import { $opened, $threadSeq } from "../room/store.ts"
import { roomIn, threadIn } from "./address.ts"
import "./chat.css"
import "./composer.css"
import "./messages.css"
import "./room.css"
import { ChatContextProvider, type ChatProps, type ChatWords } from "./context.ts"
import { RoomList } from "./RoomList.tsx"
import { RoomView } from "./RoomView.tsx"
import { showRoom, startPage } from "./startPage.ts"

/** All conversations beside the open one; on a phone one of the two. */
export function ChatPage({ locale, timeZone, words, userCode, displayName, named }: ChatProps) {
  const { socketState } = useStore($chat, { keys: ["socketState"] })
  const opened = useStore($opened)
  const [said, setSaid] = useState("")
  const context = useMemo(() => {
    const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone })
    return {
      t: translatorOf<ChatWords>(locale, words),
      format: formatOf(locale, timeZone),
      time: (instant: Date) => time.format(instant),
      userCode,
      displayName,
      timeZone,
      locale,
      words,
    }
  }, [locale, timeZone, words, userCode, displayName])
  const { t } = context

  useEffect(() => {
    const update = () => {
      $threadSeq.set(threadIn(location.search))
      showRoom(roomIn(location.search, named))
    }
    addEventListener("popstate", update)
    const stop = startPage({ t, displayName, onSaid: setSaid })
    update()
    return () => {
      removeEventListener("popstate", update)
      stop()
    }
  }, [t, displayName, named])

  const isAway = socketState === SOCKET_CLOSED || socketState === SOCKET_ERROR
  return (
    <ChatContextProvider value={context}>
      <div className="chat" data-view={opened === null ? "rooms" : "room"}>
        {}
        <h1 className="visually-hidden">{t("chat.title")}</h1>
        <RoomList />
        <div className="chat-main">
          <p className="chat-away" role="status">
            {isAway && t("chat.away")}
          </p>
          {opened === null ? (
            <p className="chat-pick">{t("chat.pick")}</p>
          ) : (
            <RoomView key={`${opened.scope} ${opened.target}`} opened={opened} />
          )}
        </div>
        <p className="visually-hidden" role="status">
          {said}
        </p>
      </div>
    </ChatContextProvider>
  )
}
