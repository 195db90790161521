import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react"
import type { Banned } from "#contract/chat"
import { line } from "../chat.ts"
import type { OpenedRoom } from "../room/store.ts"
import { useChat } from "./context.ts"
import { say } from "./say.ts"

interface Props {
  readonly opened: OpenedRoom
  readonly onDone: () => void
}

/** Who is excluded from a creator's room, each with the way back in. */
export function BannedList({ opened, onDone }: Props) {
  const { t } = useChat()
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [banned, setBanned] = useState<ReadonlyArray<Banned> | null>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])

  const load = useCallback(async () => {
    const answer = await line.request<{ readonly Banned: ReadonlyArray<Banned> }>("Rm", opened.scope, "banned")
    if (answer.ok) setBanned(answer.data.Banned)
    else {
      say(t, answer)
      dialog.current?.close()
    }
  }, [opened.scope, t])
  useEffect(() => void load(), [load])

  const unban = async ({ UserCode }: Banned) => {
    const answer = await line.request("Rm", opened.scope, "unban", UserCode)
    say(t, answer)
    if (!answer.ok) return
    // The button that was pressed goes with its row.
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
