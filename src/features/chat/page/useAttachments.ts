import { useRef, useState } from "react"
import { PICTURES_MAX } from "#contract/chat"
import { apiFetch } from "../../../lib/apiFetch.ts"
import { toast } from "../../../lib/toast.ts"
import { useChat } from "./context.ts"

/** A picture of the message. */
export interface Attachment {
  readonly key: string
  readonly url: string
}

/** Pictures of the message being written. Each is uploaded when chosen. */
export const useAttachments = () => {
  const { t } = useChat()
  const [attachments, setAttachments] = useState<ReadonlyArray<Attachment>>([])
  const [busy, setBusy] = useState(0)
  const count = useRef(0)

  const add = async (files: Iterable<File>): Promise<void> => {
    for (const file of files) {
      if (!file.type.startsWith("image/") || count.current >= PICTURES_MAX) continue
      count.current += 1
      setBusy((before) => before + 1)
      try {
        const attachment = await upload(file)
        setAttachments((before) => [...before, attachment])
      } catch (error) {
        count.current -= 1
        toast("error", error instanceof Refused ? error.message : t("chat.attach.failed"))
      }
      setBusy((before) => before - 1)
    }
  }
  const remove = (key: string): void => {
    count.current -= 1
    setAttachments((before) => before.filter((each) => each.key !== key))
  }
  const put = (these: ReadonlyArray<Attachment>): void => {
    count.current = these.length
    setAttachments(these)
  }
  return { attachments, isBusy: busy > 0, add, remove, put }
}

interface Uploaded {
  readonly data: { readonly key: string; readonly avatarUrl: string } | null
  /** The reason in the reader's language. */
  readonly message: string
}

class Refused extends Error {}

/** The server re-encodes the picture and drops camera metadata. */
const upload = async (file: File): Promise<Attachment> => {
  const headers = { "content-type": "application/octet-stream" }
  const response = await apiFetch("Home/UploadImage?purpose=chat", { method: "POST", headers, body: file })
  const { data, message } = (await response.json()) as Uploaded
  if (data === null) throw new Refused(message)
  return { key: data.key, url: data.avatarUrl }
}
