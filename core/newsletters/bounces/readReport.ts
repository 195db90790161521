import type { ParsedMail } from "mailparser"
import { type BounceKind, bounceOf } from "./bounceOf.ts"

/** What a received message says about one of our letters. */
export type MailReport =
  | { readonly kind: BounceKind }
  | {
      readonly kind: "complaint"
      /** The return path of the letter, as far as the report has it. */
      readonly returnPath: string | null
      /** The address in the letter's List-Unsubscribe, which some receivers leave as the only trace. */
      readonly unsubscribeUrl: string | null
    }

/** Parts of a message beyond which nothing is read. */
const PARTS_MAX = 20
const FIELDS_MAX = 500

/**
 * Reads a delivery status notification (RFC 3464) or a complaint (RFC 5965). Null for everything else: answers of holiday
 * responders, notes that a letter is late, and mail of people.
 */
export const readReport = async (raw: Buffer): Promise<MailReport | null> => {
  const { simpleParser } = await import("mailparser")
  const mail = await simpleParser(raw, {
    keepDeliveryStatus: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  }).catch(() => null)
  if (mail === null) return null
  const status = partOf(mail, "message/delivery-status")
  if (status !== null) return readStatus(status)
  const feedback = partOf(mail, "message/feedback-report")
  return feedback === null ? null : readFeedback(feedback, mail)
}

/** A part is one group of fields about the message, then one for each recipient. Only final failures count. */
const readStatus = (text: string): MailReport | null => {
  const failed = fieldsOf(text)
    .filter((fields) => fields.get("action")?.toLowerCase() === "failed")
    .map((fields) => bounceOf(fields.get("status") ?? ""))
  if (failed.length === 0) return null
  return { kind: failed.includes("hard") ? "hard" : "soft" }
}

const readFeedback = (text: string, mail: ParsedMail): MailReport | null => {
  const [fields = new Map<string, string>()] = fieldsOf(text)
  // RFC 5965, 7.3: the opposite of a complaint.
  if (fields.get("feedback-type")?.toLowerCase() === "not-spam") return null
  const original = partOf(mail, "message/rfc822") ?? partOf(mail, "text/rfc822-headers") ?? ""
  const [headers = new Map<string, string>()] = fieldsOf(original)
  return {
    kind: "complaint",
    returnPath: fields.get("original-mail-from") ?? headers.get("return-path") ?? null,
    unsubscribeUrl: headers.get("list-unsubscribe") ?? null,
  }
}

const partOf = ({ attachments }: ParsedMail, type: string): string | null =>
  attachments
    .slice(0, PARTS_MAX)
    .find(({ contentType }) => contentType === type)
    ?.content.toString("utf8") ?? null

/** Groups of header fields, separated by empty lines. Folded fields are joined; the first of a name counts. */
const fieldsOf = (text: string): ReadonlyArray<ReadonlyMap<string, string>> => {
  const groups: Array<Map<string, string>> = [new Map()]
  let name: string | null = null
  for (const line of text.split(/\r?\n/, FIELDS_MAX)) {
    const group = groups.at(-1) as Map<string, string>
    if (line.trim() === "") {
      if (group.size > 0) groups.push(new Map())
      name = null
      continue
    }
    if (/^[ \t]/.test(line)) {
      if (name !== null) group.set(name, `${group.get(name)} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(":")
    const key = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    name = colon > 0 && !group.has(key) ? key : null
    if (name !== null) group.set(name, line.slice(colon + 1).trim())
  }
  return groups.filter(({ size }) => size > 0)
}
