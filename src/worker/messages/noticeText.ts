import { formatUnits, parseUnits } from "#contract/wallet"
import type { NoticeContent } from "#core/notifications"
import { COIN_DIGITS } from "#core/wallet"
import { catalogue, type Locale } from "#src/i18n/index.ts"
import { translatorOf, type Words } from "#src/i18n/translate.ts"
import { formatPerMille } from "#src/lib/formatPerMille.ts"
import { paths } from "#src/lib/paths.ts"

/** A notice in the language of its reader. */
export type NoticeText = {
  readonly title: string
  readonly text: string
  /** A path of the site, or null. */
  readonly link: string | null
}

const DEVICES = `${paths.settings}#devices`

const commentPath = ({ channelCode = "", slug = "", commentId = "" }: Values) =>
  paths.comment(channelCode, slug, commentId)

/** Links by kind. Each kind has the messages `messages.notice.<kind>.title` and `.text`. */
export const NOTICE_LINKS: Readonly<Record<string, string | null | ((values: Values) => string)>> = {
  welcome: paths.addFeed,
  signUpRepeated: null,
  passwordChanged: paths.forgotPassword,
  emailChanged: `${paths.settings}#email`,
  newDevice: DEVICES,
  stepOn: paths.secondStep,
  stepReplaced: paths.secondStep,
  stepOff: paths.secondStep,
  recoveryCodesMade: paths.secondStep,
  recoveryCodeUsed: paths.secondStep,
  stepRemovalRequested: paths.secondStep,
  stepRemovalCancelled: paths.secondStep,
  passkeyAdded: paths.secondStep,
  passkeyRemoved: paths.secondStep,
  appPasswordMade: paths.secondStep,
  appPasswordRevoked: paths.secondStep,
  identityLinked: paths.secondStep,
  identityUnlinked: paths.secondStep,
  feedClaimed: ({ feedId = "" }) => paths.feed(feedId),
  feedLost: ({ feedId = "" }) => paths.feed(feedId),
  applicationApproved: paths.dashboard,
  applicationRejected: paths.dashboard,
  identityVerified: paths.identity,
  identityResubmission: paths.identity,
  identityRejected: paths.identity,
  identityRevoked: paths.identity,
  identityExpired: paths.identity,
  identityOpeningRefused: `${paths.identity}#access`,
  commentReply: commentPath,
  chatReply: ({ ownerCode = "", scope = "", name = "", seq = "" }) =>
    `${paths.chatRoom(ownerCode, scope, name)}&thread=${seq}`,
  commentNew: commentPath,
  commentHeld: paths.commentReview,
  commentApproved: commentPath,
  channelMoved: ({ feedId = "" }) => paths.feed(feedId),
  privateFeedShared: ({ channelCode = "" }) => `${paths.user(channelCode)}#private-feeds`,
  postPublished: ({ channelCode = "", slug = "" }) => paths.post(channelCode, slug),
  postRefused: ({ contentId = "" }) => paths.editPost(contentId),
  donationReceived: paths.transactions,
  donationMessage: paths.transactions,
  donationMade: paths.transactions,
  depositCredited: paths.wallet,
  depositReversed: paths.transactions,
  withdrawalAddressAdded: paths.withdrawalAddresses,
  withdrawalPasswordSet: paths.withdrawalAddresses,
  withdrawalRequested: paths.withdraw,
  withdrawalCancelled: paths.transactions,
  renewalMissed: paths.subscriptions,
  subscriptionLapsed: paths.subscriptions,
  subscriptionUndone: paths.subscriptions,
  renewalIn7: paths.wallet,
  renewalIn3: paths.wallet,
  renewalIn1: paths.wallet,
  creatorLeft: paths.subscriptions,
  creatorWithheld: paths.subscriptions,
  creatorReturned: paths.subscriptions,
  seatOffered: paths.subscriptions,
  seatLost: paths.subscriptions,
  seatWithdrawn: paths.subscriptions,
  giftClaimed: paths.gifts,
  giftReturned: paths.gifts,
  giftEnded: paths.subscriptions,
  giftUndone: paths.subscriptions,
  accessGiven: `${paths.subscriptions}#free`,
  forwardSet: paths.creatorPaydays,
  forwardEnded: paths.creatorPaydays,
  pledgeArrived: paths.pledges,
  contentWithheld: ({ caseId = "" }) => paths.decision(caseId),
  contentRestored: ({ caseId = "" }) => paths.decision(caseId),
  appealGranted: ({ caseId = "" }) => paths.decision(caseId),
  appealRejected: ({ caseId = "" }) => paths.decision(caseId),
  reportActed: null,
  reportDismissed: null,
  reportLapsed: null,
  ticketAnswered: ({ ticketNumber = "" }) => paths.ticket(ticketNumber),
}
type Values = Readonly<Record<string, string>>

/** The notice in a language; null after erasure or for an unknown kind. */
export const noticeText = (content: NoticeContent | null, locale: Locale): NoticeText | null => {
  if (content === null) return null
  if ("words" in content) return { ...content.words[locale], link: content.link }
  const { kind, values } = content
  if (!Object.hasOwn(NOTICE_LINKS, kind)) return null
  const t = translators[locale]
  const shown = (name: string, value: string): string => {
    if (value === "") return t(name === "who" ? "messages.somebody" : "messages.unnamed")
    if (name === "perMille") return formatPerMille(Number(value), locale)
    return name === "amount" ? localCoinText(value, locale) : value
  }
  const filled = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(name, value)]))
  const link = NOTICE_LINKS[kind] ?? null
  return {
    title: t(`messages.notice.${kind}.title`, filled),
    text: t(`messages.notice.${kind}.text`, filled),
    link: typeof link === "function" ? link(values) : link,
  }
}

/** `0.01 LTC` as the language writes it, such as `0,01 LTC`. */
const localCoinText = (text: string, locale: Locale): string => {
  const [number = "", ...asset] = text.split(" ")
  const units = parseUnits(number, COIN_DIGITS)
  return typeof units === "bigint" ? [formatUnits(units, COIN_DIGITS, locale), ...asset].join(" ") : text
}

type Say = (key: string, values?: Values) => string

/** Keys come from events, so types cannot check them; a test does. */
const translators: Readonly<Record<Locale, Say>> = {
  en: translatorOf<Words>("en", catalogue.en),
  de: translatorOf<Words>("de", catalogue.de),
  "zh-Hans": translatorOf<Words>("zh-Hans", catalogue["zh-Hans"]),
  "zh-Hant": translatorOf<Words>("zh-Hant", catalogue["zh-Hant"]),
}
