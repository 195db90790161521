import { DAY_MS, PREMIUM_LEVEL, RULE_DEFAULTS, SUBSCRIBER_LEVEL } from "#contract/subscriptions"
import { paths } from "#src/lib/paths.ts"
import { readFields, redirectTo } from "#src/web/forms/readForm.ts"
import type { OwnAnswer } from "#src/web/ownCall.ts"
import { parsePercent } from "../../lib/formatPerMille.ts"
import { splitCommas } from "../../lib/text.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, toFormRefusal } from "./Page.ts"

/** Bytes of a form: 6,000 characters, each up to 9 bytes as sent. */
const FORM_BYTES_MAX = 60_000

/** The forms of applicants and of creators, by the value of their button. */
export type CreatorForm =
  | "submit"
  | "save"
  | "withdraw"
  | "profile"
  | "status"
  | "subChannel"
  | "feed"
  | "archive"
  | "continueFeed"
  | "endFeed"
  | "invite"
  | "offer"
  | "trial"
  | "giveAccess"
  | "withdrawAccess"
  | "forward"
  | "endForward"

/** What a page shows after a form: which one, what was wrong with it and what was typed. */
export type CreatorView = FormRefusal & {
  readonly form: CreatorForm | undefined
  readonly typed: URLSearchParams
}

/** Executes a form of a channel's settings, or of the application of those who are not creators. */
export const handleCreatorForm = async (page: ActingPage): Promise<Response | CreatorView> => {
  const blank: CreatorView = { ...NO_REFUSAL, form: undefined, typed: new URLSearchParams() }
  if (page.request.method !== "POST") return blank
  const typed = await readFields(page.request, FORM_BYTES_MAX)
  const field = (name: string) => (typed.get(name) ?? "").replaceAll("\r\n", "\n").trim()
  const form = field("do") as CreatorForm
  const call = callOf(page)
  const channelId = Number(field("channelId")) || undefined
  const which = channelId === undefined ? {} : { channelId }
  const lists = {
    links: field("links").split(/\s+/).filter(Boolean),
    languageCodes: typed.getAll("languageCodes"),
  }
  const apply = () =>
    call("UserProfile/ApplyContentCreator", {
      action: form as "submit" | "save",
      subject: field("subject"),
      about: field("about"),
      ...(field("inviteCode") === "" ? {} : { inviteCode: field("inviteCode") }),
      ...lists,
    })

  const calls: Readonly<Record<Exclude<CreatorForm, "archive">, () => Promise<OwnAnswer<unknown>>>> = {
    submit: apply,
    save: apply,
    withdraw: () => call("UserProfile/ApplyContentCreator", { action: "withdraw" }),
    profile: () =>
      call("UserProfile/UpdateCCProfile", {
        ...which,
        ...{
          subject: field("subject"),
          bio: field("bio"),
          tags: splitCommas(field("tags").replaceAll(/[，、]/g, ",")),
        },
        ...lists,
      }),
    status: () =>
      call("UserProfile/UpdateContentCreator", {
        ...which,
        userChannelStatusId: Number(field("userChannelStatusId")),
        userChannelDisplayStatusId: typed.has("shown") ? 1 : 2,
        commentLevelId: Number(field("commentLevelId")),
        successorCode: field("successorCode") === "" ? null : field("successorCode"),
      }),
    subChannel: () => call("UserProfile/UpdateContentCreator", { subChannel: field("subChannel") }),
    feed: () => call("UserProfile/AddPersonalRSS", { url: field("url") }),
    continueFeed: () =>
      call("Channel/ContinueFeed", { channelId: channelId ?? 0, feedId: field("feedId"), continues: true }),
    endFeed: () =>
      call("Channel/ContinueFeed", { channelId: channelId ?? 0, feedId: field("feedId"), continues: false }),
    offer: () =>
      call("Channel/UpdateOffer", {
        pmsf: field("pmsf").replace(",", ".") || "0",
        currencyId: Number(field("currencyId")) || RULE_DEFAULTS.currencyId,
        cap: Number(field("cap")) || 0,
      }),
    trial: () => call("Channel/UpdateTrial", { days: Number(field("days")) || 0 }),
    giveAccess: () =>
      call("Channel/UpdateFreeAccess", {
        userCode: field("userCode"),
        levelId: field("levelId") === String(PREMIUM_LEVEL) ? PREMIUM_LEVEL : SUBSCRIBER_LEVEL,
        until: endOfDay(field("until")),
      }),
    withdrawAccess: () => call("Channel/UpdateFreeAccess", { userCode: field("userCode"), levelId: null }),
    forward: () =>
      call("Channel/UpdateForward", {
        userCode: field("userCode"),
        // What is no percentage is refused as such.
        perMille: parsePercent(field("part")) || -1,
      }),
    endForward: () => call("Channel/UpdateForward", { userCode: field("userCode"), perMille: 0 }),
    invite: () => call("Feed/InviteCC", { name: field("invitedName") }),
  }
  if (form === "archive") {
    const begun = await call("Channel/ImportFeed", {
      ...{ channelId: channelId ?? 0, feedId: field("feedId") },
      continues: typed.has("continues"),
    })
    return begun.ok ? redirectTo(paths.importOf(begun.data.import.importId)) : { form, typed, ...toFormRefusal(begun) }
  }
  if (!Object.hasOwn(calls, form)) return blank
  const answered = await calls[form]()
  if (!answered.ok) return { form, typed, ...toFormRefusal(answered, ...typed.keys(), "languageCodes") }
  const section = SECTION_OF[form]
  const channel = page.url.pathname + (channelId === undefined ? "" : `?channel=${channelId}`)
  return redirectTo(section === "" ? paths.dashboard : `${channel}#${section}`, { notice: NOTICE_OF[form] })
}

/** Where the page continues after a form was accepted. */
const SECTION_OF: Readonly<Record<Exclude<CreatorForm, "archive">, string>> = {
  submit: "",
  save: "",
  withdraw: "",
  profile: "profile",
  status: "status",
  subChannel: "subs",
  feed: "feeds",
  continueFeed: "feeds",
  endFeed: "feeds",
  invite: "invites",
  offer: "offer",
  trial: "free",
  giveAccess: "free",
  withdrawAccess: "free",
  forward: "forwards",
  endForward: "forwards",
}
const NOTICE_OF = {
  submit: "application-sent",
  save: "saved",
  withdraw: "application-withdrawn",
  profile: "saved",
  status: "saved",
  subChannel: "saved",
  feed: "saved",
  continueFeed: "saved",
  endFeed: "saved",
  invite: "saved",
  offer: "saved",
  trial: "saved",
  giveAccess: "saved",
  withdrawAccess: "saved",
  forward: "saved",
  endForward: "saved",
} as const

/** The end of a day in UTC, which belongs to it; null for no day. */
const endOfDay = (day: string): number | null => {
  const startMs = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  if (day === "") return null
  // A day that cannot be read is over, and refused as such.
  return Number.isNaN(startMs) ? 0 : startMs + DAY_MS
}
