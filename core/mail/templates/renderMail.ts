import type { Secrets } from "#core/accounts"
import type { MailKind, Message } from "../Message.ts"
import { amountText, type MailCoin } from "./amountText.ts"
import { de } from "./de.ts"
import { en } from "./en.ts"
import type { MailParts, MailTemplates } from "./MailTemplates.ts"
import { mailHtml } from "./mailHtml.ts"
import { zhHans } from "./zhHans.ts"
import { zhHant } from "./zhHant.ts"

/** A message as it is sent. */
export type RenderedMail = { readonly subject: string; readonly text: string; readonly html: string }

const TEMPLATES: Readonly<Record<string, MailTemplates>> = { en, de, "zh-Hans": zhHans, "zh-Hant": zhHant }

/** Where the link of each kind leads, given what proves that somebody read the message. Some have none. */
const LINKS: Readonly<Record<MailKind, ((token: string) => string) | null>> = {
  activation: (token) => `/signup/activation?link=${token}`,
  signIn: (token) => `/signin/code?link=${token}`,
  reset: (token) => `/forgetpwd?link=${token}`,
  untiefa: (token) => `/untiefa?link=${token}`,
  password: null,
  preference: null,
  addressTried: () => "/signin",
  passwordChanged: () => "/forgetpwd",
  newDevice: () => "/settings/account#devices",
  accountDeleted: null,
  stepOn: () => "/twofa",
  stepOff: () => "/twofa",
  stepRemovalAsked: (token) => `/untiefa?link=${token}`,
  passkeyAdded: () => "/twofa",
  appPasswordMade: () => "/twofa",
  identityLinked: () => "/twofa",
  donationMade: () => "/transactionhistory",
  donationReceived: () => "/wallet",
  depositCredited: () => "/wallet",
  depositReversed: () => "/transactionhistory",
  withdrawalAddressAdded: () => "/wallet/withdraw/management",
  withdrawalPasswordSet: () => "/wallet/withdraw/management",
  withdrawalRequested: () => "/wallet/withdraw",
}

/** What of a person's own is told under a message, in this order. */
const DETAILS = ["device", "name", "amount", "giver", "receiver", "address", "message"] as const

/** Whose words and names letters use. */
type Writing = {
  readonly codes: Pick<(typeof Secrets)["Service"], "digitsOf" | "linkTokenOf">
  readonly origin: string
  readonly coins: ReadonlyArray<MailCoin>
}

/** Writes a message out in its language; digits and links of codes are derived here and kept nowhere. */
export const renderMail = (
  message: Pick<Message, "kind" | "locale" | "subjectId" | "about" | "personal">,
  { codes, origin, coins }: Writing,
): RenderedMail => {
  const { kind, subjectId, about, personal } = message
  const locale = Object.hasOwn(TEMPLATES, message.locale) ? message.locale : "en"
  const texts = TEMPLATES[locale] ?? en
  const { subject, lead, action, note } = texts.kinds[kind]
  const linkId = about.codeId ?? about.linkId
  const token = linkId === undefined ? "" : codes.linkTokenOf({ personId: subjectId, codeId: linkId })
  const path = LINKS[kind]?.(token)
  const parts: MailParts = {
    locale,
    subject,
    lead,
    code: about.codeId === undefined ? null : codes.digitsOf(about.codeId),
    link: path === undefined || action === undefined ? null : { label: action, href: origin + path },
    details: [
      ...(about.livesMs === undefined ? [] : [fill(texts.lives, { time: lengthOf(about.livesMs, locale) })]),
      ...(about.codeId === undefined ? [fill(texts.at, { time: momentOf(about.at, locale) })] : []),
      ...DETAILS.flatMap((name) => {
        const value = personal[name]
        if (!value) return []
        const shown = name === "amount" ? amountText(value, { coins, locale, demo: texts.demo }) : value
        return [fill(texts[name], { [name]: shown })]
      }),
    ],
    note,
    footer: texts.footer,
    origin,
  }
  return { subject: `${subject} · Quire`, text: mailText(parts), html: mailHtml(parts) }
}

const mailText = ({ lead, code, link, details, note, footer, origin }: MailParts): string =>
  [
    lead,
    ...(code === null ? [] : [`    ${code}`]),
    ...(link === null ? [] : [`${link.label}:\n${link.href}`]),
    ...(details.length === 0 ? [] : [details.join("\n")]),
    note,
    `-- \n${footer}\n${origin}`,
  ].join("\n\n")

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

const lengthOf = (ms: number, locale: string): string => {
  const [unit, count] = ms >= HOUR_MS ? (["hour", ms / HOUR_MS] as const) : (["minute", ms / MINUTE_MS] as const)
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.round(count))
}

/** Nobody knows the reader's time zone here. */
const momentOf = (iso: string, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(new Date(iso))} UTC`
