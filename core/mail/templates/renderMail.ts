import { type AssetType, formatUnits, parseUnits } from "#contract/wallet"
import type { Secrets } from "#core/accounts"
import { REPLY_LINE } from "../contract.ts"
import type { MailKind, Message } from "../Message.ts"
import { de } from "./de.ts"
import { en } from "./en.ts"
import type { MailParts, MailTemplates } from "./MailTemplates.ts"
import { zhHans } from "./zhHans.ts"
import { zhHant } from "./zhHant.ts"

/** A message as it is sent. */
export type RenderedMail = {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where replies go, if not to the sender. */
  readonly replyTo?: string
}

const TEMPLATES: Readonly<Record<string, MailTemplates>> = { en, de, "zh-Hans": zhHans, "zh-Hant": zhHant }

/** The target of each kind's link, with a token that proves access to the mailbox. Some kinds have none. */
const LINKS: Readonly<Record<MailKind, ((token: string, about: Message["about"]) => string) | null>> = {
  activation: (token) => `/signup/activation?link=${token}`,
  signIn: (token) => `/signin/code?link=${token}`,
  reset: (token) => `/forgetpwd?link=${token}`,
  untiefa: (token) => `/untiefa?link=${token}`,
  password: null,
  preference: null,
  email: null,
  signUpRepeated: () => "/signin",
  passwordChanged: () => "/forgetpwd",
  emailChanged: null,
  newDevice: () => "/settings/account#devices",
  accountDeleted: null,
  stepOn: () => "/twofa",
  stepOff: () => "/twofa",
  stepRemovalRequested: (token) => `/untiefa?link=${token}`,
  passkeyAdded: () => "/twofa",
  appPasswordMade: () => "/twofa",
  identityLinked: () => "/twofa",
  applicationApproved: () => "/writers/managechannel",
  applicationRejected: () => "/writers/managechannel",
  identityVerified: () => "/settings/identity",
  identityResubmission: () => "/settings/identity",
  identityRejected: () => "/settings/identity",
  identityRevoked: () => "/settings/identity",
  identityExpired: () => "/settings/identity",
  donationMade: () => "/transactionhistory",
  donationReceived: () => "/wallet",
  depositCredited: () => "/wallet",
  depositReversed: () => "/transactionhistory",
  withdrawalAddressAdded: () => "/wallet/withdraw/management",
  withdrawalPasswordSet: () => "/wallet/withdraw/management",
  withdrawalRequested: () => "/wallet/withdraw",
  renewalReminder: () => "/subscriptions",
  contentWithheld: (_, { caseId = "" }) => `/settings/decisions/${caseId}`,
  appealGranted: (_, { caseId = "" }) => `/settings/decisions/${caseId}`,
  appealRejected: (_, { caseId = "" }) => `/settings/decisions/${caseId}`,
  logProof: null,
  emergencyTaken: null,
  ticketAnswered: (_, { ticketNumber = "myticket" }) => `/ticket/${ticketNumber}`,
  ticketReplyProblem: (_, { ticketNumber = "myticket" }) => `/ticket/${ticketNumber}`,
}

/** Personal fields listed below a message, in this order. */
const DETAILS = [
  "device",
  "name",
  "amount",
  "giver",
  "receiver",
  "address",
  "ticket",
  "law",
  "terms",
  "facts",
  "message",
] as const

/** Other inputs of rendering. */
type Writing = {
  readonly codes: Pick<(typeof Secrets)["Service"], "digitsOf" | "linkTokenOf">
  readonly origin: string
  readonly coins: ReadonlyArray<MailCoin>
}

/** Renders a message in its language. Digits and links of codes are derived here and never stored. */
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
  const path = LINKS[kind]?.(token, about)
  const parts: MailParts = {
    locale,
    subject,
    lead,
    code: about.codeId === undefined ? null : codes.digitsOf(about.codeId),
    link: path === undefined || action === undefined ? null : { label: action, href: origin + path },
    details: [
      ...(about.livesMs === undefined ? [] : [fill(texts.lives, { time: lengthOf(about.livesMs, locale) })]),
      ...(about.codeId === undefined ? [fill(texts.at, { time: momentOf(about.at, locale) })] : []),
      ...(about.proof === undefined
        ? []
        : [texts.proof, texts.proofCheck].map((text) => fill(text, { proof: about.proof ?? "" }))),
      ...(about.problem === undefined ? [] : [texts.replyProblems[about.problem]]),
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
    replyLine: personal.replyTo === undefined ? null : `${REPLY_LINE} ${texts.replyLine} ${REPLY_LINE}`,
  }
  return {
    ...{ subject: `${subject} · Quire`, text: mailText(parts), html: mailHtml(parts) },
    ...(personal.replyTo !== undefined && { replyTo: personal.replyTo }),
  }
}

const mailText = ({ replyLine, lead, code, link, details, note, footer, origin }: MailParts): string =>
  [
    ...(replyLine === null ? [] : [replyLine]),
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

/** The reader's time zone is unknown. */
const momentOf = (iso: string, locale: string): string =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(new Date(iso))} UTC`

/** How messages display a coin. */
export type MailCoin = Pick<AssetType, "name" | "digits" | "shownDigits"> & {
  /** The asset's name in events, independent of its display name. */
  readonly chain: string
  /** Whether it is a demo coin without value. */
  readonly isDemo: boolean
}

/**
 * Formats an amount in the reader's language, with the coin's current name.
 * @param stored the amount, exact, with the chain's name: `0.5 BTC`
 * @param demo the note for demo coins, with `{amount}`
 */
const amountText = (
  stored: string,
  { coins, locale, demo }: { readonly coins: ReadonlyArray<MailCoin>; readonly locale: string; readonly demo: string },
): string => {
  const [text = "", chain] = stored.split(" ")
  const coin = coins.find((each) => each.chain === chain)
  if (coin === undefined) return stored
  const units = parseUnits(text, coin.digits)
  if (typeof units !== "bigint") return stored
  const amount = `${formatUnits(units, coin.digits, locale, coin.shownDigits)} ${coin.name}`
  return coin.isDemo ? demo.replace("{amount}", amount) : amount
}

const STYLE = {
  body: "margin:0;padding:24px 16px;background:#fbfaf6;color:#1b1a17;font:16px/1.6 system-ui,sans-serif",
  sheet: "max-width:34rem;margin:0 auto",
  mark: "margin:0 0 24px;padding-bottom:12px;border-bottom:1px solid #e6e1d6;font:700 24px/1 Georgia,serif",
  title: "margin:0 0 12px;font:700 22px/1.3 Georgia,serif",
  code: "margin:20px 0;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.15em",
  button:
    "display:inline-block;margin:4px 0 12px;padding:10px 20px;border-radius:99px;background:#1b1a17;color:#fbfaf6;text-decoration:none;font-weight:600",
  note: "color:#5d594f;font-size:14px",
} as const

/** Renders the HTML for all mail programs: no images, no external resources, inline styles. */
const mailHtml = ({ replyLine, locale, subject, lead, code, link, details, note, footer, origin }: MailParts): string =>
  [
    `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8"><title>${escaped(subject)}</title>`,
    `<meta name="viewport" content="width=device-width"></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.sheet}">`,
    replyLine === null ? "" : `<p style="${STYLE.note}">${escaped(replyLine)}</p>`,
    `<p style="${STYLE.mark}">Quire</p>`,
    `<h1 style="${STYLE.title}">${escaped(subject)}</h1><p>${escaped(lead)}</p>`,
    code === null ? "" : `<p style="${STYLE.code}">${escaped(code)}</p>`,
    link === null ? "" : `<p><a style="${STYLE.button}" href="${escaped(link.href)}">${escaped(link.label)}</a></p>`,
    ...details.map((detail) => `<p style="${STYLE.note}">${escaped(detail)}</p>`),
    `<p style="${STYLE.note}">${escaped(note)}</p>`,
    `<p style="${STYLE.note}"><a style="color:inherit" href="${escaped(origin)}">${escaped(footer)}</a></p>`,
    `</div></body></html>`,
  ].join("\n")

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
