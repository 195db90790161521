import { useChat } from "./context.ts"
import { Icon } from "./Icon.tsx"
import type { Attachment, Sending } from "./useAttachments.ts"

interface AttachedProps {
  readonly attachments: ReadonlyArray<Attachment>
  readonly sending: ReadonlyArray<Sending>
  readonly onRemove: (key: string) => void
}

/** The pictures and files of the message being written, and what is on its way to the server. */
export function Attached({ attachments, sending, onRemove }: AttachedProps) {
  const { t, format } = useChat()
  if (attachments.length + sending.length === 0) return null
  return (
    <ul className="plain chat-attached">
      {attachments.map(({ key, url, file }) => (
        <li key={key}>
          {file === undefined ? (
            <img src={url} alt="" width="64" height="64" />
          ) : (
            <span className="chat-attached-file">
              <Icon name={file.Kind} size={22} />
              <bdi>{file.Name}</bdi>
              <small>{format.bytes(file.Bytes)}</small>
            </span>
          )}
          <button
            type="button"
            className="icon-button"
            aria-label={file === undefined ? t("chat.attach.remove") : t("chat.attach.removeFile", { name: file.Name })}
            onClick={() => onRemove(key)}
          >
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
      {sending.map(({ id, name, part, stop }) => (
        <li key={id}>
          <span className="chat-attached-file">
            <bdi>{name}</bdi>
            <progress value={part} aria-label={t("chat.attach.sending", { name })} />
          </span>
          <button type="button" className="icon-button" aria-label={t("chat.attach.stop", { name })} onClick={stop}>
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
