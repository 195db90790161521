import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react"
import { type ChatMessage, type ChatSummary, REASON_LENGTH_MAX } from "#contract/chat"
import { toast } from "../../../lib/toast.ts"
import { line } from "../chat.ts"
import { addressOf } from "../room/rooms.ts"
import { titleOf } from "../wire.ts"
import { useChat } from "./context.ts"
import { ReactionChoice, react } from "./Reactions.tsx"
import { toastRefusal } from "./refusalText.ts"
import { toPlainText } from "./toPlainText.ts"

/** A message and the button that opened its menu. */
export interface Chosen {
  readonly message: ChatMessage
  readonly by: HTMLElement
}

interface Props {
  readonly chosen: Chosen | null
  readonly room: ChatSummary | undefined
  readonly onClose: () => void
  readonly onReply: (seq: number) => void
  readonly onEdit: (seq: number) => void
}

/** Actions that need confirmation. */
type Ask = "delete" | "report" | "ban"

/** Distance between menu and window edge in CSS pixels. */
const EDGE_PX = 8

/** The message menu, one for the whole list, with its confirmations. */
export function MessageMenu({ chosen, room, onClose, onReply, onEdit }: Props) {
  const { t, userCode } = useChat()
  const menu = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<{ readonly what: Ask; readonly message: ChatMessage } | null>(null)

  useLayoutEffect(() => {
    const box = menu.current
    if (chosen === null || box === null) return
    box.showPopover({ source: chosen.by })
    const { top, bottom, left } = chosen.by.getBoundingClientRect()
    const fits = bottom + box.offsetHeight + EDGE_PX < innerHeight
    box.style.top = `${fits ? bottom : Math.max(EDGE_PX, top - box.offsetHeight)}px`
    box.style.left = `${Math.max(EDGE_PX, Math.min(left, innerWidth - box.offsetWidth - EDGE_PX))}px`
    box.querySelector("button")?.focus()
  }, [chosen])

  const message = chosen?.message
  const isOwn = message?.SenderUserCode === userCode
  const isMaster = room !== undefined && room.Scope !== "Person" && room.TargetUserCode === userCode
  const then = (act: (message: ChatMessage) => void) => () => {
    menu.current?.hidePopover()
    if (message !== undefined) act(message)
  }

  return (
    <>
      <div
        ref={menu}
        className="chat-menu"
        popover="auto"
        onToggle={(event) => {
          if (event.newState === "closed") onClose()
        }}
      >
        {message !== undefined && room?.State === "open" && (
          <ReactionChoice
            message={message}
            onChosen={(emoji) => {
              menu.current?.hidePopover()
              chosen?.by.focus()
              void react(t, message, emoji)
            }}
          />
        )}
        <button type="button" onClick={then(({ Seq }) => onReply(Seq))}>
          {t("chat.reply")}
        </button>
        {isOwn && (
          <button type="button" onClick={then(({ Seq }) => onEdit(Seq))}>
            {t("chat.edit")}
          </button>
        )}
        {(isOwn || isMaster) && (
          <button type="button" onClick={then((each) => setAsked({ what: "delete", message: each }))}>
            {t("chat.delete")}
          </button>
        )}
        {!isOwn && (
          <button type="button" onClick={then((each) => setAsked({ what: "report", message: each }))}>
            {t("chat.report")}
          </button>
        )}
        {isMaster && !isOwn && message !== undefined && (
          <button type="button" onClick={then((each) => setAsked({ what: "ban", message: each }))}>
            {t("chat.ban", { name: message.SenderDisplayName })}
          </button>
        )}
      </div>
      {asked !== null && <Question {...asked} onDone={() => setAsked(null)} />}
    </>
  )
}

interface QuestionProps {
  readonly what: Ask
  readonly message: ChatMessage
  readonly onDone: () => void
}

function Question({ what, message, onDone }: QuestionProps) {
  const { t } = useChat()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const { scope, target } = addressOf(message)
  const name = message.SenderDisplayName || message.SenderUserCode
  const said = {
    delete: [t("chat.delete.ask"), t("chat.delete")],
    report: [t("chat.report.reason"), t("chat.report")],
    ban: [t("chat.ban.ask", { name }), t("chat.ban.do")],
  } as const
  const [question, act] = said[what]

  const submitEdit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim()
    dialog.current?.close()
    const requested = {
      delete: () => line.request("De", scope, target, message.Seq),
      report: () => line.request("Rp", scope, target, message.Seq, reason),
      ban: () => line.request("Rm", scope, "ban", message.SenderUserCode),
    }
    const answer = await requested[what]()
    if (answer.ok && what === "report") toast("success", t("chat.report.done"))
    toastRefusal(t, answer)
  }

  return (
    <dialog ref={dialog} className="chat-question" onClose={onDone} aria-labelledby="chat-question">
      <form onSubmit={(event) => void submitEdit(event)}>
        <h2 id="chat-question">{question}</h2>
        <blockquote className="chat-answered">{toPlainText(titleOf(message, t("chat.picture")))}</blockquote>
        {what === "report" && (
          <textarea
            className="field"
            name="reason"
            required
            maxLength={REASON_LENGTH_MAX}
            rows={3}
            aria-labelledby="chat-question"
          />
        )}
        <p className="chat-question-acts">
          <button className="button" data-tone="quiet" type="button" onClick={() => dialog.current?.close()}>
            {t("chat.cancel")}
          </button>
          <button className="button" data-tone={what === "report" ? "solid" : "danger"} type="submit">
            {act}
          </button>
        </p>
      </form>
    </dialog>
  )
}
