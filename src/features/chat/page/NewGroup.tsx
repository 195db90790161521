import { useStore } from "@nanostores/react"
import { type SubmitEvent, useLayoutEffect, useRef, useState } from "react"
import { GROUP_MEMBERS_MAX, GROUP_NAME_LENGTH_MAX } from "#contract/chat"
import { newId } from "../chat.ts"
import { loadRooms } from "../room/loadRooms.ts"
import { $rooms } from "../room/store.ts"
import { goTo } from "./address.ts"
import { useChat } from "./context.ts"
import { groupCalls } from "./groups.ts"
import { Avatar } from "./Icon.tsx"

/** Asks for a name and members, and starts a group. @param chosen the code of a person who is chosen at first */
export function NewGroup({ chosen, onDone }: { readonly chosen: string | null; readonly onDone: () => void }) {
  const context = useChat()
  const { t } = context
  const dialog = useRef<HTMLDialogElement>(null)
  const clientId = useRef(newId())
  const [isBusy, setBusy] = useState(false)
  const friends = useFriends()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const hasFriends = friends.length > 0
  // The field is there once the rooms are loaded.
  useLayoutEffect(() => {
    if (hasFriends) dialog.current?.querySelector("input")?.focus()
  }, [hasFriends])

  const start = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const codes = form.getAll("member").map(String)
    if (codes.length === 0 || isBusy) return
    setBusy(true)
    const answer = await groupCalls(context).start(String(form.get("name") ?? ""), codes, clientId.current)
    setBusy(false)
    if (!answer?.group) return
    await loadRooms()
    dialog.current?.close()
    goTo({ scope: "Group", target: answer.group.groupId, name: answer.group.name })
  }

  return (
    <dialog ref={dialog} className="chat-question" onClose={onDone} aria-labelledby="chat-new-group">
      <form onSubmit={(event) => void start(event)}>
        <h2 id="chat-new-group">{t("chat.group.new")}</h2>
        {hasFriends ? (
          <>
            <label>
              {t("chat.group.name")}
              <input className="field" name="name" required maxLength={GROUP_NAME_LENGTH_MAX} />
            </label>
            <fieldset className="chat-choose">
              <legend>{t("chat.group.choose", { count: GROUP_MEMBERS_MAX - 1 })}</legend>
              {friends.map(({ TargetUserCode, DisplayName, HeaderImage }) => (
                <label key={TargetUserCode}>
                  <input
                    type="checkbox"
                    name="member"
                    value={TargetUserCode}
                    defaultChecked={TargetUserCode === chosen}
                  />
                  <Avatar userCode={TargetUserCode} headerImage={HeaderImage} size={32} />
                  <span>{DisplayName || TargetUserCode}</span>
                </label>
              ))}
            </fieldset>
          </>
        ) : (
          <p>{t("chat.group.none")}</p>
        )}
        <p className="chat-question-acts">
          <button className="button" data-tone="quiet" type="button" onClick={() => dialog.current?.close()}>
            {t("chat.cancel")}
          </button>
          {hasFriends && (
            <button className="button" data-tone="solid" type="submit" aria-busy={isBusy}>
              {t("chat.group.start")}
            </button>
          )}
        </p>
      </form>
    </dialog>
  )
}

/** People with an open conversation: only they can be added to a group. */
export const useFriends = () => {
  const rooms = useStore($rooms) ?? []
  return rooms.filter(({ Scope, State }) => Scope === "Person" && State === "open")
}
