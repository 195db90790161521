import { ATTACHMENTS_MAX } from "#contract/tickets"
import { handleCall } from "#src/api/handler.ts"
import type { ActingPage } from "./Page.ts"

/** A file that was uploaded for a message. */
export type KeptFile = { readonly attachmentId: string; readonly name: string }

/** The field that names files of an earlier try: `<id> <name>`. */
const KEPT = /^([\w-]{1,64}) (.{1,200})$/u

/**
 * Stores the files of a form, after those that an earlier try of it stored. Who has no such file learns that from the
 * call that sends the message.
 */
export const keepTicketFiles = async (
  { locals, clientAddress }: ActingPage,
  form: FormData | null,
  typed: URLSearchParams,
): Promise<
  { readonly files: ReadonlyArray<KeptFile> } | { readonly files: ReadonlyArray<KeptFile>; readonly problem: string }
> => {
  const files: Array<KeptFile> = typed.getAll("kept").flatMap((each) => {
    const [, attachmentId, name] = KEPT.exec(each) ?? []
    return attachmentId === undefined || name === undefined ? [] : [{ attachmentId, name }]
  })
  const chosen = (form?.getAll("files") ?? []).filter((each): each is File => each instanceof File && each.size > 0)
  if (files.length + chosen.length > ATTACHMENTS_MAX) return { files, problem: locals.t("tickets.file.tooMany") }
  for (const file of chosen) {
    const answered = await handleCall(
      new Request(`http://own/api/Ticket/UploadAttachment?${new URLSearchParams({ name: file.name.slice(-200) })}`, {
        method: "POST",
        headers: { "content-type": "application/octet-stream" },
        body: await file.arrayBuffer(),
      }),
      {
        locale: locals.locale,
        correlationId: locals.correlationId,
        address: locals.clientAddress ?? clientAddress,
        member: locals.visitor.member,
      },
    )
    const { message, data } = (await answered.json()) as { readonly message: string; readonly data: KeptFile }
    if (!answered.ok) return { files, problem: `${file.name.slice(0, 100)}: ${message}` }
    files.push({ attachmentId: data.attachmentId, name: data.name })
  }
  return { files }
}
