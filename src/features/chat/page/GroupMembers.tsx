import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from "react"
import { GROUP_NAME_LENGTH_MAX } from "#contract/chat"
import { loadRooms } from "../room/loadRooms.ts"
import { useChat } from "./context.ts"
import { type GroupChange, groupCalls, type ShownGroup } from "./groups.ts"
import { Avatar } from "./Icon.tsx"
import { useFriends } from "./NewGroup.tsx"

interface GroupMembersProps {
  readonly groupId: string
  readonly onDone: () => void
}

/** The members of a group; its owner changes them and its name here. */
export function GroupMembers({ groupId, onDone }: GroupMembersProps) {
  const context = useChat()
  const { t, userCode } = context
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const [group, setGroup] = useState<ShownGroup | null>(null)
  const calls = useRef(groupCalls(context))
  const friends = useFriends()
  useLayoutEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    void calls.current.load(groupId).then((answer) => {
      if (answer === null) dialog.current?.close()
      else setGroup(answer.group)
    })
  }, [groupId])

  const change = async (what: GroupChange) => {
    const answer = await calls.current.change(groupId, what)
    if (!answer?.group) return
    setGroup(answer.group)
    // The pressed button may be gone.
    title.current?.focus()
    await loadRooms()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>, what: (value: string) => GroupChange) => {
    event.preventDefault()
    void change(what(String(new FormData(event.currentTarget).get("value") ?? "")))
  }
  const addable = friends.filter(
    ({ TargetUserCode }) => !group?.members.some((member) => member.userCode === TargetUserCode),
  )

  return (
    <dialog ref={dialog} className="chat-question" onClose={onDone} aria-labelledby="chat-group-members">
      <h2 ref={title} id="chat-group-members" tabIndex={-1}>
        {t("chat.group.members")}
      </h2>
      {group?.own === true && (
        <form className="chat-group-form" onSubmit={(event) => submit(event, (name) => ({ change: "rename", name }))}>
          <input
            className="field"
            name="value"
            defaultValue={group.name}
            required
            maxLength={GROUP_NAME_LENGTH_MAX}
            aria-label={t("chat.group.name")}
          />
          <button className="button" type="submit">
            {t("chat.group.rename")}
          </button>
        </form>
      )}
      <ul className="plain chat-banned">
        {group?.members.map((member) => (
          <li key={member.userCode}>
            <span className="chat-member">
              <Avatar userCode={member.userCode} headerImage={member.headerImage} size={32} />
              <span>
                {member.displayName} {member.owner && <small>{t("chat.group.owner")}</small>}
              </span>
            </span>
            {group.own && member.userCode !== userCode && (
              <span className="chat-member-acts">
                <button
                  className="button"
                  data-tone="quiet"
                  type="button"
                  onClick={() => void change({ change: "handOver", userCode: member.userCode })}
                >
                  {t("chat.group.handOver")} <span className="visually-hidden">{member.displayName}</span>
                </button>
                <button
                  className="button"
                  data-tone="danger"
                  type="button"
                  onClick={() => void change({ change: "remove", userCode: member.userCode })}
                >
                  {t("chat.group.remove")} <span className="visually-hidden">{member.displayName}</span>
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {group?.own === true && addable.length > 0 && (
        <form
          className="chat-group-form"
          onSubmit={(event) => submit(event, (code) => ({ change: "add", userCode: code }))}
        >
          <select className="field" name="value" aria-label={t("chat.group.add.who")}>
            {addable.map(({ TargetUserCode, DisplayName }) => (
              <option key={TargetUserCode} value={TargetUserCode}>
                {DisplayName || TargetUserCode}
              </option>
            ))}
          </select>
          <button className="button" type="submit">
            {t("chat.group.add")}
          </button>
        </form>
      )}
      <p className="chat-question-acts">
        <button className="button" data-tone="solid" type="button" onClick={() => dialog.current?.close()}>
          {t("chat.close")}
        </button>
      </p>
    </dialog>
  )
}

interface LeaveQuestionProps {
  readonly name: string
  readonly onLeave: () => void
  readonly onDone: () => void
}

/** Nobody can bring back a person who left a group, so it asks first. */
export function LeaveQuestion({ name, onLeave, onDone }: LeaveQuestionProps) {
  const { t } = useChat()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="chat-question" onClose={onDone} aria-labelledby="chat-group-leave">
      <h2 id="chat-group-leave">{t("chat.group.leave.ask", { name })}</h2>
      <p>{t("chat.group.leave.effect")}</p>
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
            onLeave()
          }}
        >
          {t("chat.group.leave")}
        </button>
      </p>
    </dialog>
  )
}
