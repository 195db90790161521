import { randomBytes } from "node:crypto"
import MimeNode from "nodemailer/lib/mime-node"
import { encode, wrap } from "nodemailer/lib/qp"

/** A letter before it is addressed: the same for all readers but for the slots in its texts. */
export type LetterText = {
  readonly from: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The domain of message ids. */
  readonly domain: string
  /** The list, as in `List-Id` (RFC 2919): `code.host`. */
  readonly listId: string
  /** What complaints are grouped by, as in `Feedback-ID`. */
  readonly feedbackId: string
}

/** What one reader's copy adds. */
export type LetterTo = {
  readonly to: string
  readonly messageId: string
  readonly dateMs: number
  /** The address that one click leaves the list at (RFC 8058); it stays on one line, because folding it broke signatures. */
  readonly unsubscribeUrl: string
  /** The values of the slots: letters, digits, `-` and `_`. */
  readonly slots: Readonly<Record<string, string>>
}

/** Characters around the name of a slot, from the private use area; `withoutSlots` removes them from texts of others. */
const [OPEN, CLOSE] = ["\u{e000}", "\u{e001}"]

/** A place in a text where each reader's copy has a value of its own. */
export const slot = (name: string): string => OPEN + name + CLOSE

/** Removes what looks like a slot from a text that somebody wrote. */
export const withoutSlots = (text: string): string => text.replaceAll(OPEN, "").replaceAll(CLOSE, "")

/** A soft line break: it ends a line of the encoding, not of the text. */
const SOFT_BREAK = "=\r\n"
/** Mail programs show less, and a line of a header that cannot be folded must not pass 998 bytes (RFC 5322, 2.1.1). */
const SUBJECT_LENGTH_MAX = 200
const NAME_LENGTH_MAX = 100
const SLOT_VALUE = /^[\w-]{1,70}$/
const CRLF = "\r\n"

/**
 * Encodes the texts once and returns a function that addresses copies, which costs a tenth of composing each message.
 * Headers are written by nodemailer, so neither a title nor a name can add one.
 */
export const makeLetterTemplate = (letter: LetterText): ((copy: LetterTo) => Buffer) => {
  const { text, html, domain, listId, feedbackId } = letter
  const from = { name: cut(letter.from.name, NAME_LENGTH_MAX), address: letter.from.address }
  const subject = cut(letter.subject, SUBJECT_LENGTH_MAX)
  const boundary = `quire-${randomBytes(12).toString("hex")}`
  const [asText, asHtml] = [encodeAround(text), encodeAround(html)]
  const partHead = (type: string) =>
    `--${boundary}${CRLF}Content-Type: ${type}; charset=utf-8${CRLF}Content-Transfer-Encoding: quoted-printable${CRLF}${CRLF}`
  const [textHead, htmlHead] = [partHead("text/plain"), CRLF + partHead("text/html")]
  const end = `${CRLF}--${boundary}--${CRLF}`

  return ({ to, messageId, dateMs, unsubscribeUrl, slots }) => {
    const head = new MimeNode(`multipart/alternative; boundary="${boundary}"`)
    head.setHeader([
      { key: "From", value: from },
      // An object, because a string could contain several addresses.
      { key: "To", value: { name: "", address: to } },
      { key: "Subject", value: subject },
      { key: "Date", value: new Date(dateMs) },
      { key: "Message-ID", value: `<${messageId}@${domain}>` },
      { key: "List-Id", value: { prepared: true, value: `<${listId}>` } },
      { key: "List-Unsubscribe", value: { prepared: true, value: `<${unsubscribeUrl}>` } },
      { key: "List-Unsubscribe-Post", value: { prepared: true, value: "List-Unsubscribe=One-Click" } },
      { key: "Feedback-ID", value: { prepared: true, value: feedbackId } },
      // Vacation responders do not answer lists.
      { key: "Precedence", value: "list" },
    ])
    return Buffer.from(
      [head.buildHeaders(), CRLF, CRLF, textHead, asText(slots), htmlHead, asHtml(slots), end].join(""),
    )
  }
}

/** A text on one line, cut to a number of characters. */
const cut = (text: string, lengthMax: number): string => {
  const characters = [...text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim()]
  return characters.length > lengthMax ? `${characters.slice(0, lengthMax - 1).join("")}…` : characters.join("")
}

/** Encodes a text around its slots. */
const encodeAround = (text: string): ((slots: Readonly<Record<string, string>>) => string) => {
  const pieces = text.replaceAll(/\r\n?|\n/g, CRLF).split(OPEN)
  const [first = "", ...rest] = pieces
  const encoded = (piece: string) => wrap(encode(Buffer.from(piece)))
  const parts = rest.map((piece) => {
    const end = piece.indexOf(CLOSE)
    if (end < 0) throw new Error("a slot of a letter has no end")
    return { name: piece.slice(0, end), after: encoded(piece.slice(end + 1)) }
  })
  const before = encoded(first)
  return (slots) => {
    let all = before
    for (const { name, after } of parts) {
      const value = slots[name] ?? ""
      if (!SLOT_VALUE.test(value)) throw new Error(`the slot ${name} of a letter has no value that needs no encoding`)
      all += SOFT_BREAK + value + SOFT_BREAK + after
    }
    return all
  }
}
