import { useEffect, useRef, useState } from "react"
import { type ChatFile, FILES_MAX, PICTURES_MAX } from "#contract/chat"
import { MESSAGE_FILE_BYTES_MAX } from "#contract/media"
import { apiUpload } from "../../../lib/apiUpload.ts"
import { toast } from "../../../lib/toast.ts"
import { newId } from "../chat.ts"
import { useChat } from "./context.ts"

/** A picture of the message, or another file. */
export type Attachment =
  | { readonly key: string; readonly url: string; readonly file?: never }
  | { readonly key: string; readonly url?: never; readonly file: ChatFile }

/** A file on its way to the server. */
export interface Sending {
  readonly id: string
  readonly name: string
  /** The sent part, from 0 to 1. */
  readonly part: number
  readonly stop: () => void
}

/** Pictures and files of the message being written. Each is uploaded when chosen. */
export const useAttachments = () => {
  const { t, format } = useChat()
  const [attachments, setAttachments] = useState<ReadonlyArray<Attachment>>([])
  const [sending, setSending] = useState<ReadonlyArray<Sending>>([])
  const count = useRef({ pictures: 0, files: 0 })
  const left = useRef(new AbortController())
  useEffect(() => () => left.current.abort(), [])

  const add = async (chosen: Iterable<File>): Promise<void> => {
    for (const file of chosen) {
      const isPicture = file.type.startsWith("image/")
      const of = isPicture ? "pictures" : "files"
      if (count.current[of] >= (isPicture ? PICTURES_MAX : FILES_MAX)) {
        toast("error", t("chat.attach.tooMany", { pictures: PICTURES_MAX, files: FILES_MAX }))
        return
      }
      if (!isPicture && file.size > MESSAGE_FILE_BYTES_MAX) {
        toast("error", t("chat.attach.tooLarge", { name: file.name, size: format.bytes(MESSAGE_FILE_BYTES_MAX) }))
        continue
      }
      count.current[of] += 1
      const [id, stopped] = [newId(), new AbortController()]
      const signal = AbortSignal.any([stopped.signal, left.current.signal])
      const row: Sending = { id, name: file.name, part: 0, stop: () => stopped.abort() }
      setSending((before) => [...before, row])
      const onSent = (part: number) =>
        setSending((before) => before.map((each) => (each.id === id ? { ...each, part } : each)))
      try {
        const attachment = await (isPicture ? uploadPicture : uploadFile)(file, onSent, signal)
        setAttachments((before) => [...before, attachment])
      } catch (error) {
        count.current[of] -= 1
        if (!signal.aborted)
          toast("error", error instanceof Refused ? error.message : t("chat.attach.failed", { name: file.name }))
      }
      setSending((before) => before.filter((each) => each.id !== id))
    }
  }
  const put = (these: ReadonlyArray<Attachment>): void => {
    const files = these.filter(({ file }) => file !== undefined).length
    count.current = { pictures: these.length - files, files }
    setAttachments(these)
  }
  const remove = (key: string): void => put(attachments.filter((each) => each.key !== key))
  return { attachments, sending, add, remove, put }
}

interface Answered<Data> {
  readonly data: Data | null
  /** The reason in the reader's language. */
  readonly message: string
}

class Refused extends Error {}

type Upload = (file: File, onSent: (part: number) => void, signal: AbortSignal) => Promise<Attachment>

const dataOf = <Data>({ data, message }: Answered<Data>): Data => {
  if (data === null) throw new Refused(message)
  return data
}

/** The server re-encodes the picture and drops camera metadata. */
const uploadPicture: Upload = async (file, onSent, signal) => {
  const answered = await apiUpload("Home/UploadImage?purpose=chat", file, onSent, signal)
  const { key, avatarUrl } = dataOf(answered as Answered<{ readonly key: string; readonly avatarUrl: string }>)
  return { key, url: avatarUrl }
}

type UploadedFile = {
  readonly key: string
  readonly name: string
  readonly kind: ChatFile["Kind"]
  readonly bytes: number
}

const uploadFile: Upload = async (chosen, onSent, signal) => {
  const path = `Message/UploadFile?${new URLSearchParams({ name: chosen.name.slice(-200) })}`
  const answered = await apiUpload(path, chosen, onSent, signal)
  const { key, name, kind, bytes } = dataOf(answered as Answered<{ readonly file: UploadedFile }>).file
  return { key, file: { Key: key, Name: name, Kind: kind, Bytes: bytes } }
}
