import { Clock, Effect } from "effect"
import { POST_LEVEL } from "#contract/publishing"
import {
  type OnLeave,
  PREMIUM_LEVEL,
  RULE_DEFAULTS,
  readingBounds,
  SUBSCRIBER_LEVEL,
  type TermPeriods,
} from "#contract/subscriptions"
import { parseUnits, unitsText } from "#core/ledger"
import {
  type NoReadingShare,
  type NoRefund,
  type NotSubscribable,
  type RuleChange,
  type RuleRefused,
  Subscriptions,
  type TooManyRules,
} from "#core/subscriptions"
import { channelsOf, findChannel, findChannelById, type ListedChannel } from "#projections/channels"
import { waitFor } from "#projections/runner"
import { channelsOfCreators, type ListedRule, rulesOf, runningCycles } from "#projections/subscriptions"
import { waitForWallet } from "#projections/wallet"
import { translator } from "#src/i18n/index.ts"
import { formatOf } from "#src/lib/format.ts"
import { badField } from "../badField.ts"
import { answer, Busy, Conflict, NotFound, refusal } from "../envelope.ts"
import { CurrentCaller } from "../Guard.ts"
import { refusePayment } from "../refusePayment.ts"
import { toCreatorItem } from "../userProfile/creators.wire.ts"
import { ownFreeAccess } from "./freeAccess.handlers.ts"
import { ownSeats, refuseSeat } from "./offers.handlers.ts"
import type { Rule } from "./rules.contract.ts"

/** Decimals of the base currencies. */
const BASE_DIGITS = 2
const FIRST_RULE = 1

type Terms = {
  readonly msf?: string
  readonly currencyId?: number
  readonly mainAssetTypeId?: number
  readonly periods?: TermPeriods
  readonly autoRenew?: boolean
  readonly onLeave?: OnLeave
}
type Credentials = { readonly code?: string; readonly password?: string }

/** A call that changes a rule. */
export type RulePayload = Terms & Credentials & { readonly ruleId?: number }

/** The terms of a payload in the format of the domain. */
export const readTerms = Effect.fnUntraced(function* ({
  msf,
  mainAssetTypeId,
  currencyId,
  periods,
  autoRenew,
  onLeave,
}: Terms) {
  const fee = msf === undefined ? undefined : parseUnits(msf, BASE_DIGITS)
  if (typeof fee === "string") {
    const { locale } = yield* CurrentCaller
    return yield* badField("msf", translator(locale)(`walletCall.amount.${fee}`))
  }
  return {
    ...(fee === undefined ? {} : { msf: fee }),
    ...(mainAssetTypeId === undefined ? {} : { assetTypeId: mainAssetTypeId }),
    ...(currencyId === undefined ? {} : { currencyId }),
    ...(periods === undefined ? {} : { periods }),
    ...(autoRenew === undefined ? {} : { autoRenew }),
    ...(onLeave === undefined ? {} : { onLeave }),
  }
})

/** The creators of channels that take subscribers, with their weights. */
export const readCreators = Effect.fnUntraced(function* (
  listed: ReadonlyArray<{ readonly channelCode: string; readonly weight?: number | null | undefined }>,
) {
  const subscriptions = yield* Subscriptions
  const weights = new Map<string, number | null>()
  for (const { channelCode, weight = null } of listed) {
    const channel = yield* findChannel(channelCode)
    const creatorId = yield* subscriptions.creatorOf(channel?.channelId ?? 0).pipe(Effect.catch(refuseRule))
    weights.set(creatorId, weight)
  }
  return weights
})

/** The creator of any channel, even of a closed one. */
export const findCreator = Effect.fnUntraced(function* (channelCode: string) {
  const channel = yield* findChannel(channelCode)
  if (channel !== null) return channel.personId
  return yield* new NotFound(refusal(translator((yield* CurrentCaller).locale)("creators.noChannel")))
})

/** Changes a rule of the caller, and answers with all of them. */
export const changeRule = Effect.fnUntraced(function* (
  personId: string,
  { ruleId = FIRST_RULE, code = "", password = "", ...payload }: RulePayload,
  change: Omit<RuleChange, "terms"> & { readonly pay?: boolean },
) {
  const subscriptions = yield* Subscriptions
  const terms = yield* readTerms(payload)
  const position = yield* subscriptions
    .change({ personId, number: ruleId }, { ...change, terms }, { code, password })
    .pipe(Effect.catch(refuseRule))
  return yield* rulesAfter(personId, position)
})

/** The caller's rules once the read models have reached a log position. */
export const rulesAfter = Effect.fnUntraced(function* (personId: string, position: number) {
  yield* waitFor("subscriptions", position)
  yield* waitForWallet(position)
  return yield* loadRules(personId)
})

/** Everything that the subscribe-rule state of a client holds. */
export const loadRules = Effect.fnUntraced(function* (personId: string) {
  const nowMs = yield* Clock.currentTimeMillis
  const rules = yield* rulesOf(personId)
  const creatorIds = [...new Set(rules.flatMap(({ creators }) => creators.map(({ creatorId }) => creatorId)))]
  const [found, running] = [yield* channelsOfCreators(creatorIds), yield* runningCycles(personId, nowMs)]
  const channels: Array<ReturnType<typeof toRuleChannel>> = []
  for (const rule of rules) {
    const shares = sharesOf(rule, partsNow(rule, running.get(rule.number)))
    for (const { creatorId, weight } of rule.creators) {
      const channelId = found.get(creatorId)?.channelId
      const channel = channelId === undefined ? null : yield* findChannelById(channelId)
      if (channel !== null)
        channels.push(toRuleChannel(rule, channel, { weight, share: shares.get(creatorId) ?? 0n }, nowMs))
    }
  }
  const codes = new Map([...found].map(([creatorId, { code }]) => [creatorId, code]))
  const shown = rules.map((rule) => toRule(rule, toReading(rule, running.get(rule.number), codes)))
  const userChannels = (yield* channelsOf(personId)).map(toCreatorItem)
  const [seats, free] = [yield* ownSeats(personId), yield* ownFreeAccess(personId)]
  return answer({ userChannels, channels, seats, free, rule: shown[0] ?? NO_RULE, rules: shown })
})

const NO_RULE: Rule = {
  ...{ ruleId: FIRST_RULE, autoRenew: RULE_DEFAULTS.autoRenew, periods: RULE_DEFAULTS.periods },
  onLeave: RULE_DEFAULTS.onLeave,
  ...{ msf: String(RULE_DEFAULTS.msf), pmsf: String(RULE_DEFAULTS.pmsf) },
  ...{ mainAssetTypeId: RULE_DEFAULTS.mainAssetTypeId, currencyId: RULE_DEFAULTS.currencyId },
  subscribeRuleStatusId: RULE_DEFAULTS.subscribeRuleStatusId,
  ...{ starts: null, ends: null, missed: null, graceUntil: null },
  reading: { isOn: false, starts: null, ends: null, floor: null, cap: null, parts: [], setAt: null },
}

type RunningCycle = Effect.Success<ReturnType<typeof runningCycles>> extends Map<number, infer Row> ? Row : never

/** Parts by reading time of the running period, by creator; empty while the weights decide. */
const partsNow = ({ reading }: ListedRule, cycle: RunningCycle | undefined) =>
  reading !== null && reading.n === cycle?.n ? reading.parts : []

/** What each creator gets of the monthly fee if nothing changes, rounded down. Creators with a part by reading time divide the sum of their weights. */
const sharesOf = ({ msf, creators }: ListedRule, parts: ReturnType<typeof partsNow>): ReadonlyMap<string, bigint> => {
  const perMille = new Map(parts.map((part) => [part.creatorId, part.perMille]))
  const read = creators.filter(({ creatorId }) => perMille.has(creatorId))
  const sum = (numbers: ReadonlyArray<number>) =>
    BigInt(
      Math.max(
        1,
        numbers.reduce((all, each) => all + each, 0),
      ),
    )
  const whole = sum(creators.map(({ weight }) => weight))
  const pool = sum(read.map(({ weight }) => weight))
  const divided = sum(read.map(({ creatorId }) => perMille.get(creatorId) ?? 0))
  return new Map(
    creators.map(({ creatorId, weight }) => {
      const part = perMille.get(creatorId)
      return [
        creatorId,
        part === undefined ? (msf * BigInt(weight)) / whole : (msf * pool * BigInt(part)) / (whole * divided),
      ]
    }),
  )
}

const toReading = (
  { isByReading, reading, creators }: ListedRule,
  cycle: RunningCycle | undefined,
  codes: ReadonlyMap<string, string>,
): Rule["reading"] => {
  const bounds = cycle === undefined ? null : readingBounds(creators.length, BigInt(cycle.msf))
  const set = reading !== null && reading.n === cycle?.n ? reading : null
  return {
    isOn: isByReading,
    starts: cycle?.startsAt.getTime() ?? null,
    ends: cycle?.endsAt.getTime() ?? null,
    ...(bounds ?? { floor: null, cap: null }),
    parts: (set?.parts ?? []).map(({ creatorId, perMille }) => ({ channelCode: codes.get(creatorId) ?? "", perMille })),
    setAt: set === null ? null : Date.parse(set.setAt),
  }
}

const toRule = (rule: ListedRule, reading: Rule["reading"]): Rule => ({
  ...{ ruleId: rule.number, autoRenew: rule.autoRenew, periods: rule.periods },
  onLeave: rule.onLeave,
  ...{ msf: unitsText(rule.msf, BASE_DIGITS), pmsf: unitsText(premiumOf(rule), BASE_DIGITS) },
  ...{ mainAssetTypeId: rule.assetTypeId, currencyId: rule.currencyId, subscribeRuleStatusId: rule.statusId },
  starts: rule.startsAt?.getTime() ?? null,
  ends: rule.endsAt?.getTime() ?? null,
  missed: rule.missed,
  graceUntil: rule.graceUntil?.getTime() ?? null,
  reading,
})

/** What the premium seats of a rule cost at its next charge. */
const premiumOf = ({ seats }: ListedRule): bigint =>
  seats.reduce((sum, { pmsf, isRenewing }) => (isRenewing ? sum + BigInt(pmsf) : sum), 0n)

const toRuleChannel = (
  rule: ListedRule,
  channel: ListedChannel,
  { weight, share }: { readonly weight: number; readonly share: bigint },
  nowMs: number,
) => {
  const isOpen = rule.accessUntil !== null && nowMs < rule.accessUntil.getTime()
  const seat = rule.seats.find(({ creatorId }) => creatorId === channel.personId)
  return {
    ...toCreatorItem(channel),
    ruleId: rule.number,
    weight,
    share: unitsText(share, BASE_DIGITS),
    levelId: !isOpen ? POST_LEVEL.everyone : seat === undefined ? SUBSCRIBER_LEVEL : PREMIUM_LEVEL,
    premium: seat === undefined ? null : toPremium(seat),
  }
}

const toPremium = ({ pmsf, until, isRenewing }: ListedRule["seats"][number]) => ({
  ...{ pmsf: unitsText(BigInt(pmsf), BASE_DIGITS), until: Date.parse(until), isRenewing },
})

/** The form field that each problem belongs to. */
const FIELD = {
  "msf.low": "msf",
  "msf.high": "msf",
  asset: "mainAssetTypeId",
  currency: "currencyId",
  weight: "weight",
  "creators.none": "channelCode",
  "creators.many": "channelCode",
  "creators.oneself": "channelCode",
  "share.small": "msf",
  "premium.currency": "channelCode",
} as const

/** Fails with a refusal in the caller's language. */
export const refuseRule = Effect.fnUntraced(function* (
  refused: RuleRefused | NoRefund | NoReadingShare | NotSubscribable | TooManyRules,
) {
  const { locale } = yield* CurrentCaller
  const t = translator(locale)
  switch (refused._tag) {
    case "UnfitRule":
      return yield* badField(FIELD[refused.problem], t(refused.messageKey))
    case "NoRule":
    case "NotSubscribable":
      return yield* new NotFound(refusal(t(refused.messageKey)))
    case "NoPrice":
      return yield* new Busy(refusal(t(refused.messageKey)))
    case "NoSeat":
      return yield* refuseSeat(refused)
    case "NoReadingShare":
      if (refused.reason === "parts" || refused.reason === "creators")
        return yield* badField("parts", t(refused.messageKey))
      return yield* new Conflict(refusal(t(refused.messageKey)))
    case "TooManyRules":
      return yield* new Conflict(refusal(t(refused.messageKey)))
    case "NoRefund": {
      const time = formatOf(locale, "UTC").dateTime(new Date(refused.untilMs))
      return yield* new Conflict(refusal(t(refused.messageKey, { time })))
    }
    default:
      return yield* refusePayment(refused, "msf")
  }
})
