import { useState } from "react"
import { line } from "../chat.ts"
import { loadLatest } from "../room/loadHistory.ts"
import { loadRooms } from "../room/loadRooms.ts"
import type { OpenedRoom } from "../room/store.ts"
import type { Tip } from "../room/tip.ts"
import { useChat } from "./context.ts"
import { say } from "./say.ts"
import type { ChatT } from "./words.ts"

const WORDS = {
  accept: "chat.accept",
  ignore: "chat.ignore",
  open: "chat.open",
  unblock: "chat.unblock",
  join: "chat.join",
} as const
type Act = keyof typeof WORDS

const carryOut = (act: Act, { scope, target }: OpenedRoom) => {
  if (act === "open") return line.request("Rm", scope, "open")
  if (act === "unblock") return line.request("Bl", target, "off")
  return line.request("In", scope, target, act)
}

const textOf = (t: ChatT, { text }: Tip, name: string): string => {
  switch (text) {
    case "chat.tip.invited":
    case "chat.tip.requested":
    case "chat.tip.blocked":
      return t(text, { name })
    default:
      return t(text)
  }
}

interface Props {
  readonly tip: Tip
  readonly opened: OpenedRoom
  readonly name: string
  readonly onJoinRefused: () => void
}

/** How the room stands, and what can be done about that. */
export function TipBox({ tip, opened, name, onJoinRefused }: Props) {
  const { t } = useChat()
  const [isBusy, setBusy] = useState(false)
  const act = async (what: Act) => {
    setBusy(true)
    const answer = await carryOut(what, opened)
    if (answer.ok) await Promise.all([loadRooms(), loadLatest()])
    else if (what === "join") onJoinRefused()
    else say(t, answer)
    setBusy(false)
  }
  return (
    <div className="chat-tip" role="note">
      <p>{textOf(t, tip, name)}</p>
      {tip.acts.map((what) => (
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
      ))}
    </div>
  )
}
