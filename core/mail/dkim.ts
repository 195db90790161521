import { createPrivateKey, createPublicKey } from "node:crypto"
import { Redacted } from "effect"
import type { AppSettings } from "#core/kernel"

/**
 * Header fields that a signature covers: those of RFC 6376, 5.4.1, and the two that RFC 8058 requires for one-click
 * unsubscribing. nodemailer's own list lacks List-Unsubscribe-Post.
 */
const SIGNED_FIELDS = [
  "From",
  "Sender",
  "Reply-To",
  "Subject",
  "Date",
  "Message-ID",
  "To",
  "Cc",
  "MIME-Version",
  "Content-Type",
  "Content-Transfer-Encoding",
  "In-Reply-To",
  "References",
  "Auto-Submitted",
  "List-Id",
  "List-Unsubscribe",
  "List-Unsubscribe-Post",
  "Feedback-ID",
].join(":")

type SigningSettings = Pick<AppSettings, "dkimKey" | "dkimSelector" | "mailFrom" | "contactEmail">

/** The address that mail comes from. */
export const senderOf = ({ mailFrom, contactEmail }: Pick<AppSettings, "mailFrom" | "contactEmail">): string =>
  mailFrom ?? contactEmail

export const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

/** The options of nodemailer that sign mail; undefined without a key. */
export const dkimOf = (settings: SigningSettings) => {
  const { dkimKey, dkimSelector } = settings
  if (dkimKey === undefined) return undefined
  return {
    domainName: domainOf(senderOf(settings)),
    keySelector: dkimSelector,
    // A parsed key: parsing a PEM for each message takes longer than the signature.
    privateKey: keyOf(dkimKey),
    headerFieldNames: SIGNED_FIELDS,
  }
}

/** The DNS record of the signing key, for the zone of the sender; null without a key. */
export const dkimRecordOf = (settings: SigningSettings): { readonly name: string; readonly value: string } | null => {
  const { dkimKey, dkimSelector } = settings
  if (dkimKey === undefined) return null
  const publicKey = createPublicKey(keyOf(dkimKey)).export({ type: "spki", format: "der" }).toString("base64")
  return {
    name: `${dkimSelector}._domainkey.${domainOf(senderOf(settings))}`,
    value: `v=DKIM1; k=rsa; p=${publicKey}`,
  }
}

const keyOf = (dkimKey: Redacted.Redacted<string>) =>
  createPrivateKey({ key: Buffer.from(Redacted.value(dkimKey), "base64"), format: "der", type: "pkcs8" })
