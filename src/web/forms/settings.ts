import { EMAIL_SETTING_IDS, EMAIL_SETTINGS, type EmailSettingId } from "#contract/newsletters"
import { paths } from "#src/lib/paths.ts"
import { readForm, redirectTo } from "#src/web/forms/readForm.ts"
import type { OwnAnswer } from "#src/web/ownCall.ts"
import { type ActingPage, callOf, type FormRefusal, NO_REFUSAL, noticeCodeSent, toFormRefusal } from "./Page.ts"

/** The forms of the settings, by what their button says that they do. */
export type SettingsForm =
  | "profile"
  | "userName"
  | "follows"
  | "language"
  | "notifications"
  | "newsletters"
  | "noNewsletters"
  | "quietHours"
  | "noQuietHours"
  | "currency"
  | "password"
  | "passwordCode"
  | "email"
  | "emailCode"
  | "emailAgain"
  | "confirmEmail"
  | "endDevice"
  | "endAll"
  | "invite"
  | "delete"
  | "deleteCode"

/** What the settings show after a form: which one, what was wrong with it and what was typed. */
export type SettingsView = FormRefusal & {
  readonly form: SettingsForm | undefined
  readonly typed: ReadonlyMap<string, string>
}

/** Preferences that switch a kind of notification, by the name of their field. */
const NOTIFICATION_IDS = { email: 5, browser: 6, chat: 7 } as const
const BASE_CURRENCY_ID = 9
const FOLLOWS_SHOWN_ID = 10

/** Carries out what a form of the settings asks for. */
export const handleSettingsForm = async (page: ActingPage): Promise<Response | SettingsView> => {
  const blank = { ...NO_REFUSAL, noticeCodeSent, form: undefined, typed: new Map<string, string>() }
  if (page.request.method !== "POST") return blank
  const typed = await readForm(page.request)
  const field = (name: string) => typed.get(name) ?? ""
  const form = field("do") as SettingsForm
  const call = callOf(page)
  /** Who may change this: the password, or the code that was mailed. */
  const present = () => (typed.has("code") ? { code: field("code") } : { password: field("password") })

  const calls: Readonly<Record<SettingsForm, () => Promise<OwnAnswer<unknown>>>> = {
    profile: () =>
      call("UserProfile/UpdateUserProfile", { displayName: field("displayName"), bio: withoutReturns(field("bio")) }),
    userName: () => call("User/UpdateUserName", { userName: field("userName") }),
    follows: () =>
      call("UserPreference/UpdateUserPreference", {
        preferenceId: FOLLOWS_SHOWN_ID,
        value: typed.has("shown") ? "on" : "off",
      }),
    language: () => call("UserProfile/UpdateUserProfile", { languageCode: field("languageCode") }),
    notifications: async () => {
      const preferences = Object.entries(NOTIFICATION_IDS).map(([name, preferenceId]) =>
        call("UserPreference/UpdateUserPreference", { preferenceId, value: typed.has(name) ? "on" : "off" }),
      )
      const answers = await Promise.all(preferences)
      return answers.find(({ ok }) => !ok) ?? (answers[0] as OwnAnswer<unknown>)
    },
    newsletters: () =>
      call("Feed/UpdateEmailSetting", {
        channelCode: field("channelCode"),
        emailSettingId: settingIdOf(field("emailSettingId")),
        // The box is there for those who share their address.
        ...(typed.has("mayShare") ? { shareAddress: typed.has("shareAddress") } : {}),
      }),
    noNewsletters: () => call("Feed/UpdateEmailSetting", { emailSettingId: EMAIL_SETTINGS.never }),
    quietHours: () => {
      const [fromMinute, toMinute] = [minuteOf(field("from")), minuteOf(field("to"))]
      return call("Message/SetQuietHours", { hours: { fromMinute, toMinute, timeZone: page.locals.timeZone } })
    },
    noQuietHours: () => call("Message/SetQuietHours", { hours: null }),
    currency: () =>
      call("UserPreference/UpdateUserPreference", { preferenceId: BASE_CURRENCY_ID, value: field("currency") }),
    passwordCode: () => call("User/SendConfirmationCode", {}),
    password: () => call("User/UpdateSignInPassword", { ...present(), newPassword: field("newPassword") }),
    emailCode: () => call("User/SendConfirmationCode", {}),
    email: () => call("User/SendEmailChangeCode", { ...present(), newEmail: field("newEmail") }),
    emailAgain: () => call("User/SendEmailChangeCode", {}),
    confirmEmail: () => call("User/UpdateEmail", { code: field("code") }),
    endDevice: () => call("User/EndDevice", { deviceId: field("deviceId") }),
    endAll: () => call("User/SignOut", { everywhere: true }),
    invite: () => call("User/CreateInvite", {}),
    deleteCode: () => call("User/SendConfirmationCode", {}),
    delete: () => call("User/DeleteAccount", { ...present(), givesUp: givenUp(field("givesUp")) }),
  }
  if (!Object.hasOwn(calls, form)) return blank
  const answered = await calls[form]()
  if (!answered.ok) return { ...blank, form, typed, ...toFormRefusal(answered, ...typed.keys()) }
  const { cookies } = answered
  if (form === "delete") return redirectTo(paths.home, { notice: "account-deleted", cookies })
  if (form === "endAll") return redirectTo(paths.home, { notice: "logged-out", cookies })
  if (form === "email" || form === "emailAgain") {
    // The page asks for the mailed code until it is used.
    return redirectTo(`${paths.settings}#email`, { notice: "code-sent", cookies })
  }
  if (form === "passwordCode" || form === "deleteCode" || form === "emailCode") {
    noticeCodeSent(page.locals)
    return { ...blank, form }
  }
  return redirectTo(`${paths.settings}?saved=${form}#${SECTION_OF[form]}`, { notice: "saved", cookies })
}

/** The page to continue on after a form was accepted. */
const SECTION_OF = {
  profile: "profile",
  userName: "profile",
  follows: "profile",
  language: "preferences",
  notifications: "notifications",
  newsletters: "newsletters",
  noNewsletters: "newsletters",
  quietHours: "notifications",
  noQuietHours: "notifications",
  currency: "preferences",
  password: "password",
  confirmEmail: "email",
  endDevice: "devices",
  invite: "invites",
} as const

/** What was ticked to be given up, `1:0.00000123,3:0.5`: just what the form showed. */
const givenUp = (text: string) =>
  text
    .split(",")
    .filter((each) => each !== "")
    .map((each) => {
      const [assetTypeId, amount = ""] = each.split(":")
      return { assetTypeId: Number(assetTypeId), amount }
    })

/** The email setting of a field; never, if it is none. */
export const settingIdOf = (value: string): EmailSettingId =>
  EMAIL_SETTING_IDS.find((id) => String(id) === value) ?? EMAIL_SETTINGS.never

/** A time of the day as a form has it, `22:30`, in minutes; what is none is refused by the call. */
const minuteOf = (clock: string): number => {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(clock) ?? []
  return Number(hours ?? -1) * 60 + Number(minutes ?? 0)
}

/** Forms send line ends as two characters (HTML standard, 4.10.21); people count them as one. */
const withoutReturns = (text: string): string => text.replaceAll("\r\n", "\n")
