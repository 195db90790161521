import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from "react"
import { type ChatMessage, MESSAGE_LENGTH_MAX } from "#contract/chat"
import { line, sendMessage } from "../chat.ts"
import { draftOf, keepDraft } from "../room/drafts.ts"
import { keyOf } from "../room/rooms.ts"
import { $opened, type OpenedRoom } from "../room/store.ts"
import { titleOf } from "../wire.ts"
import { Attached } from "./Attached.tsx"
import { useChat } from "./context.ts"
import { FormattingHint } from "./FormattingHint.tsx"
import { Icon } from "./Icon.tsx"
import { toastRefusal } from "./refusalText.ts"
import { completeMention, type KnownPerson, mentionAt, suggestPeople } from "./splitMessage.ts"
import { toPlainText } from "./toPlainText.ts"
import { useAttachments } from "./useAttachments.ts"

/** Minimum interval between typing notices; each lasts five seconds. */
const TYPING_MS = 3_000
/** From this many characters left on, their number is shown. */
const LEFT_SHOWN_MAX = 200

interface Props {
  readonly opened: OpenedRoom
  readonly people: ReadonlyArray<KnownPerson>
  /** The first message of the thread that gets what is written. */
  readonly thread?: number
  readonly replyTo: ChatMessage | undefined
  readonly editing: ChatMessage | undefined
  /** The answer or edit is finished. */
  readonly onSettled: () => void
  /** Edits the newest own message. */
  readonly onEditLast: () => void
}

export function Composer({ opened, people, thread, replyTo, editing, onSettled, onEditLast }: Props) {
  const { t } = useChat()
  const room = thread === undefined ? keyOf(opened) : `${keyOf(opened)} ${thread}`
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => draftOf(room))
  const { attachments, sending, add, remove, put: attach } = useAttachments()
  const isBusy = sending.length > 0
  const [isSaving, setSaving] = useState(false)
  const edited = useRef<number | undefined>(undefined)
  const saving = useRef<ChatMessage | null>(null)
  const typingSentMs = useRef(0)
  const caret = useRef<number | null>(null)

  const put = (next: string, at: number) => {
    caret.current = at
    write(next)
    field.current?.focus()
  }
  const mentions = useMentions(field, text, put, people)

  useLayoutEffect(() => {
    if (caret.current === null) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  useEffect(() => {
    // The same message object changes with the room; keep what is being typed.
    if (editing?.Seq === edited.current) return
    edited.current = editing?.Seq
    saving.current = null
    setSaving(false)
    if (editing === undefined) return
    setText(editing.Message)
    field.current?.focus()
  }, [editing])

  useEffect(() => {
    if (replyTo !== undefined) field.current?.focus()
  }, [replyTo])

  const write = (next: string) => {
    setText(next)
    if (editing !== undefined) return
    keepDraft(room, next)
    const nowMs = Date.now()
    if (next === "" || nowMs - typingSentMs.current < TYPING_MS) return
    typingSentMs.current = nowMs
    line.send("Ty", opened.scope, opened.target)
  }

  /** Ends an answer or edit and keeps the text that is about to be sent. */
  const settle = () => {
    saving.current = null
    setSaving(false)
    if (editing !== undefined) setText(draftOf(room))
    onSettled()
  }

  /** Keep the text until the server has it. */
  const save = async (message: ChatMessage, written: string) => {
    saving.current = message
    setSaving(true)
    const answer = await line.request("Ed", opened.scope, opened.target, message.Seq, written)
    toastRefusal(t, answer)
    // Cancelled or replaced in the meantime.
    if (saving.current !== message) return
    if (answer.ok) settle()
    else setSaving(false)
  }

  const send = async () => {
    const written = text.trim()
    const pictures = attachments.flatMap(({ key, file }) => (file === undefined ? [key] : []))
    const files = attachments.flatMap(({ file }) => file ?? [])
    const attached = editing === undefined ? attachments : [...editing.Pictures, ...(editing.Files ?? [])]
    const isEmpty = written === "" && attached.length === 0
    if (isEmpty || isBusy || isSaving || written.length > MESSAGE_LENGTH_MAX) return
    const { scope, target } = opened
    if (editing !== undefined) return save(editing, written)
    keepDraft(room, "")
    settle()
    setText("")
    attach([])
    typingSentMs.current = 0
    const isKept = await sendMessage({
      scope,
      target,
      text: written,
      replyTo: replyTo?.Seq ?? thread ?? null,
      pictures,
      files,
    })
    if (!isKept && $opened.get() === opened) {
      write(written)
      attach(attachments)
      toastRefusal(t, { ok: false, text: "" })
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends the composition of an input method.
    if (event.nativeEvent.isComposing || mentions.onKey(event)) return
    const isPhone = matchMedia("(pointer: coarse)").matches
    if (event.key === "Enter" && !event.shiftKey && !isPhone) {
      event.preventDefault()
      void send()
    } else if (event.key === "Escape" && (replyTo !== undefined || editing !== undefined)) settle()
    else if (event.key === "ArrowUp" && text === "" && editing === undefined) {
      event.preventDefault()
      onEditLast()
    }
  }

  const context = editing ?? replyTo
  const left = MESSAGE_LENGTH_MAX - text.trim().length
  return (
    <form
      className="chat-composer"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {context !== undefined && (
        <div className="chat-context">
          <p>
            <strong>
              {editing === undefined ? t("chat.reply.to", { name: context.SenderDisplayName }) : t("chat.edit.on")}
            </strong>{" "}
            {editing === undefined && toPlainText(titleOf(context, t("chat.picture")))}
          </p>
          <button type="button" className="icon-button" aria-label={t("chat.cancel")} onClick={settle}>
            <Icon name="close" size={18} />
          </button>
        </div>
      )}
      <Attached attachments={attachments} sending={sending} onRemove={remove} />
      {mentions.options.length > 0 && (
        <div
          className="chat-mentions"
          id={`${id}mentions`}
          role="listbox"
          tabIndex={-1}
          aria-label={t("chat.mentions")}
        >
          {mentions.options.map((person, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field hears the keys of the list
            <div
              key={person.code}
              id={`${id}mention-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === mentions.current}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => mentions.take(person)}
            >
              <strong>{person.name}</strong> <small>{person.code}</small>
            </div>
          ))}
        </div>
      )}
      <div className="chat-line">
        {/* Edits change text only. */}
        <label className="icon-button" title={t("chat.attach")} hidden={editing !== undefined}>
          <span className="visually-hidden">{t("chat.attach")}</span>
          <Icon name="clip" />
          <input
            className="chat-file"
            type="file"
            multiple
            onChange={(event) => {
              void add([...(event.target.files ?? [])])
              event.target.value = ""
            }}
          />
        </label>
        <FormattingHint />
        <EmojiPicker
          onPick={(emoji) => {
            const at = field.current?.selectionStart ?? text.length
            put(text.slice(0, at) + emoji + text.slice(at), at + emoji.length)
          }}
        />
        <textarea
          ref={field}
          className="field"
          rows={1}
          value={text}
          readOnly={isSaving}
          aria-invalid={left < 0}
          aria-describedby={left < LEFT_SHOWN_MAX ? `${id}left` : undefined}
          placeholder={t("chat.write")}
          aria-label={t("chat.write")}
          aria-autocomplete="list"
          aria-controls={mentions.options.length > 0 ? `${id}mentions` : undefined}
          aria-activedescendant={mentions.options.length > 0 ? `${id}mention-${mentions.current}` : undefined}
          onChange={(event) => {
            write(event.target.value)
            mentions.check()
          }}
          onSelect={mentions.check}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const files = [...event.clipboardData.files]
            if (files.length > 0) event.preventDefault()
            if (editing === undefined) void add(files)
          }}
        />
        <button
          type="submit"
          className="icon-button chat-send"
          aria-label={t(editing === undefined ? "chat.send" : "chat.save")}
          aria-busy={isBusy || isSaving}
        >
          <Icon name="send" />
        </button>
      </div>
      {left < LEFT_SHOWN_MAX && (
        <p id={`${id}left`} className="chat-left" role="status" data-over={left < 0 || undefined}>
          {left < 0 ? t("chat.over", { count: -left }) : t("chat.left", { count: left })}
        </p>
      )}
    </form>
  )
}

/** The ones that people use most; all others come by the keyboard of their device. */
const EMOJI =
  "😀 😂 🤣 😊 😍 🥰 😘 😉 😎 🤔 🤗 🙃 😇 😋 😴 😅 😢 😭 😡 😱 🥳 🤯 😬 🙄 👍 👎 👏 🙌 🙏 💪 🤝 👋 ✌️ 👌 🤞 👀 ❤️ 🧡 💛 💚 💙 💜 💔 🔥 ✨ ⭐ 🎉 🎂 🌹 🌞 🌈 ☕ 🍺 🍕 🎵 📚 ⚽ 🚀 💡 ✅ ❌ ❓ ❗ 💯".split(
    " ",
  )

export function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { t } = useChat()
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="icon-button"
        popoverTarget={id}
        aria-label={t("chat.emoji")}
        title={t("chat.emoji")}
      >
        <Icon name="smile" />
      </button>
      <div ref={box} id={id} className="chat-emoji" popover="auto">
        {EMOJI.map((emoji) => (
          <button
            key={emoji}
            type="button"
            onClick={() => {
              box.current?.hidePopover()
              onPick(emoji)
            }}
          >
            {emoji}
          </button>
        ))}
      </div>
    </>
  )
}

/** Suggests people while @ and part of a name are typed. */
export const useMentions = (
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  setText: (text: string, caret: number) => void,
  people: ReadonlyArray<KnownPerson>,
) => {
  const [caret, setCaret] = useState(0)
  const [index, setIndex] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const mention = mentionAt(text, caret)
  const options = mention === undefined || mention.from === closedAt ? [] : suggestPeople(people, mention)
  const current = Math.min(index, options.length - 1)

  const updateCaret = () => setCaret(field.current?.selectionStart ?? 0)
  const take = (person: KnownPerson) => {
    if (mention === undefined) return
    const next = completeMention(text, caret, mention, person)
    setText(next.text, next.caret)
    setCaret(next.caret)
    setIndex(0)
  }
  /** Whether the key was for the list. */
  const onKey = (event: KeyboardEvent): boolean => {
    const person = options[current]
    if (person === undefined || mention === undefined) return false
    if (event.key === "ArrowDown" || event.key === "ArrowUp")
      setIndex((current + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length)
    else if (event.key === "Enter" || event.key === "Tab") take(person)
    else if (event.key === "Escape") setClosedAt(mention.from)
    else return false
    event.preventDefault()
    return true
  }
  return { options, current, check: updateCaret, take, onKey }
}
