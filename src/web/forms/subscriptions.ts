import { randomUUID } from "node:crypto"
import {
  ON_LEAVE,
  PREMIUM_LEVEL,
  RULE_DEFAULTS,
  RULE_STATUS,
  SUBSCRIBER_LEVEL,
  TERM_PERIODS,
} from "#contract/subscriptions"
import { localPath } from "#src/lib/localPath.ts"
import type { Notice } from "#src/lib/notices.ts"
import { paths } from "#src/lib/paths.ts"
import { type OwnAnswer, ownCall } from "#src/web/ownCall.ts"
import { countSubscribed, isPostOf } from "#src/web/subscriptions/countPreview.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"
import { readForm, redirectTo } from "./readForm.ts"

/** The forms of the subscriptions page, by the value of the pressed button. */
type SubscriptionForm =
  | ("subscribe" | "terms" | "add" | "remove" | "resume" | "pause" | "cancel" | "refund" | "newRule")
  | ("premiumOn" | "premiumOff" | "wait" | "leaveWaiting" | "trial" | "readingOn" | "readingOff" | "readingNow")

/** What the page shows after a form that was refused. */
export type SubscriptionsView = FormRefusal & {
  readonly form: SubscriptionForm | undefined
  readonly ruleId: number
  readonly typed: ReadonlyMap<string, string>
  /** Repeated requests with the same id subscribe once. */
  readonly commandId: string
}

/** Forms that channel pages lead to. */
const LEADS_BACK: ReadonlySet<SubscriptionForm> = new Set(["subscribe", "wait", "leaveWaiting", "trial"])

const DONE: Partial<Record<SubscriptionForm, Notice>> = {
  subscribe: "subscribed",
  resume: "subscribed",
  refund: "refunded",
  wait: "waiting",
  trial: "trial-begun",
}

/** Handles the forms of the subscriptions page. */
export const handleSubscriptionForm = async (page: ActingPage): Promise<Response | SubscriptionsView> => {
  const blank: SubscriptionsView = {
    ...{ ...NO_REFUSAL, form: undefined, ruleId: 1, typed: new Map(), commandId: randomUUID() },
  }
  const { request, locals, clientAddress, url } = page
  if (request.method !== "POST") return blank
  const typed = await readForm(request)
  const field = (name: string) => typed.get(name) ?? ""
  const form = field("do") as SubscriptionForm
  const ruleId = Number(field("rule")) || 1
  const commandId = field("key") || blank.commandId
  const call = callOf(page)
  const channelCode = field("channelCode")
  const credentials = { code: field("code"), password: field("password") }
  const terms = () => ({
    msf: field("msf").replace(",", "."),
    mainAssetTypeId: Number(field("asset")) || 1,
    currencyId: Number(field("currency")) || 4,
    periods: TERM_PERIODS.find((periods) => String(periods) === field("periods")) ?? 0,
    autoRenew: typed.has("autoRenew"),
    onLeave: ON_LEAVE.find((each) => each === field("onLeave")) ?? RULE_DEFAULTS.onLeave,
  })
  const setStatus = (subscribeRuleStatusId: 2 | 3 | 4, more: object = {}) =>
    ownCall(
      "Channel/UpdateSubscribe",
      { ruleId, subscribeRuleStatusId, ...more, ...credentials },
      { request, locals, clientAddress, commandId },
    )

  const calls: Readonly<Record<SubscriptionForm, () => Promise<OwnAnswer<unknown>>>> = {
    subscribe: () =>
      ownCall(
        "Channel/Subscribe",
        {
          ...{ channelCode, ruleId, ...credentials },
          ...(typed.has("msf") ? terms() : {}),
          ...(field("level") === String(PREMIUM_LEVEL) && { levelId: PREMIUM_LEVEL }),
        },
        { request, locals, clientAddress, commandId },
      ),
    terms: () => call("Channel/UpdateSubscribe", { ruleId, ...terms(), ...credentials }),
    add: () =>
      call("Donation/AddCreatorToSubscribeRule", { ruleId, channelCode, weight: Number(field("weight")) || 1 }),
    remove: () => call("Donation/RemoveCreatorToSubscribeRule", { ruleId, channelCode }),
    resume: () => setStatus(RULE_STATUS.active),
    pause: () => setStatus(RULE_STATUS.paused),
    cancel: () => setStatus(RULE_STATUS.cancelled),
    refund: () => setStatus(RULE_STATUS.cancelled, { isNow: true }),
    premiumOn: () =>
      ownCall(
        "Channel/Subscribe",
        { channelCode, ruleId, levelId: PREMIUM_LEVEL, ...credentials },
        { request, locals, clientAddress, commandId },
      ),
    premiumOff: () => call("Donation/AddCreatorToSubscribeRule", { ruleId, channelCode, levelId: SUBSCRIBER_LEVEL }),
    wait: () => call("Channel/UpdateWaitingList", { channelCode, isWaiting: true }),
    leaveWaiting: () => call("Channel/UpdateWaitingList", { channelCode, isWaiting: false }),
    trial: () => call("Channel/StartTrial", { channelCode }),
    readingOn: () => call("Channel/UpdateReadingShare", { ruleId, isOn: true }),
    readingOff: () => call("Channel/UpdateReadingShare", { ruleId, isOn: false }),
    readingNow: () => call("Channel/UpdateReadingShare", { ruleId, parts: readParts(typed) }),
    newRule: () => call("Donation/AddSubscribeRule", {}),
  }
  if (!Object.hasOwn(calls, form)) return blank
  const answered = await calls[form]()
  if (!answered.ok)
    return { ...blank, form, ruleId, typed, commandId, ...toFormRefusal(answered, "msf", "code", "password") }
  const back = LEADS_BACK.has(form) ? localPath(url.searchParams.get("back")) : undefined
  if (form === "subscribe" && isPostOf(channelCode, back)) await countSubscribed(locals, channelCode)
  return redirectTo(back ?? `${paths.subscriptions}#rule-${ruleId}`, { notice: DONE[form] ?? "saved" })
}

const PART_FIELD = /^part-(.{1,40})$/

/** Shares by reading time, which a script filled in. */
const readParts = (typed: ReadonlyMap<string, string>) =>
  [...typed].flatMap(([name, value]) => {
    const channelCode = PART_FIELD.exec(name)?.[1]
    return channelCode === undefined ? [] : [{ channelCode, perMille: Number(value) || 0 }]
  })
