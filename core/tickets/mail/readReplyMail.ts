import { createHash } from "node:crypto"
import { type ParsedMail, simpleParser } from "mailparser"
import { ATTACHMENTS_MAX } from "../ticketRules.ts"
import { replyTextOf } from "./replyTextOf.ts"

/** Characters of HTML of which a text is made. */
const HTML_LENGTH_MAX = 500_000
const MESSAGE_ID_LENGTH_MAX = 1_000
/** Pictures in the text that are smaller belong to a signature. */
const PASTED_BYTES_MIN = 10_000

const OPTIONS = {
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
  maxHtmlLengthToParse: HTML_LENGTH_MAX,
} as const

/** A reply of a person, read from a message. */
export type ReplyMail = {
  /** Names the message: its Message-ID, or a digest if it has none that could be one. */
  readonly messageId: string
  /** The only address in From, in lower case; null if there is none or several. */
  readonly from: string | null
  /** A program wrote it: a holiday notice, a list, a bounce. It gets no answer and is no reply. */
  readonly isAutomatic: boolean
  readonly text: string
  readonly files: ReadonlyArray<{ readonly name: string; readonly bytes: Uint8Array }>
  /** Files that are too many. */
  readonly filesLeftOut: number
}

/** Reads a message; null if it is none. Only standard fields count: no field of a message can set who owns a ticket. */
export const readReplyMail = async (raw: Buffer): Promise<ReplyMail | null> => {
  const mail = await simpleParser(raw, OPTIONS).catch(() => null)
  if (mail === null) return null
  const files = mail.attachments.filter(
    ({ related, contentType, size }) => !(related && contentType.startsWith("image/") && size < PASTED_BYTES_MIN),
  )
  return {
    messageId: messageIdOf(mail, raw),
    from: fromOf(mail),
    isAutomatic: isAutomatic(mail),
    text: replyTextOf(await textOf(mail)),
    files: files.slice(0, ATTACHMENTS_MAX).map(({ filename = "", content }) => ({ name: filename, bytes: content })),
    filesLeftOut: Math.max(0, files.length - ATTACHMENTS_MAX),
  }
}

/** The parser makes a text of HTML only if that is the whole message. */
const textOf = async ({ text = "", html }: ParsedMail): Promise<string> => {
  if (text !== "" || html === false) return text
  const whole = Buffer.from(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)
  return (await simpleParser(whole, OPTIONS).catch(() => null))?.text ?? ""
}

const messageIdOf = ({ messageId }: ParsedMail, raw: Buffer): string =>
  messageId !== undefined && messageId.length <= MESSAGE_ID_LENGTH_MAX && /^<[^<>\s]+>$/.test(messageId)
    ? messageId
    : createHash("sha256").update(raw).digest("hex")

const fromOf = ({ from, headerLines }: ParsedMail): string | null => {
  const isOnly = headerLines.filter(({ key }) => key === "from").length === 1
  const [only, more] = from?.value ?? []
  return isOnly && more === undefined && only?.address ? only.address.toLowerCase() : null
}

/** Fields of programs that write by themselves (RFC 3834, and older customs). */
const isAutomatic = ({ headerLines }: ParsedMail): boolean =>
  headerLines.some(({ key, line }) => {
    const value = line
      .slice(line.indexOf(":") + 1)
      .trim()
      .toLowerCase()
    switch (key) {
      case "auto-submitted":
        return !/^no\b/.test(value)
      case "precedence":
        return /^(?:bulk|junk|list|auto_reply)\b/.test(value)
      case "content-type":
        return value.startsWith("multipart/report")
      case "list-id":
      case "list-unsubscribe":
      case "x-autoreply":
      case "x-autorespond":
      case "x-failed-recipients":
        return true
      default:
        return false
    }
  })
