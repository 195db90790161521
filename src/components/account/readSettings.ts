import { type ActingPage, callOf } from "../../web/forms/Page.ts"

/** What a person sees of their own account, as calls answer it. */
export type OwnUser = {
  readonly userCode: string
  readonly channelCode: string | null
  readonly email: string | null
  readonly headerImage: string | null
  readonly displayName: string | null
  readonly userName: string | null
  readonly bio: string | null
  readonly languageCode: string
  readonly preferences: { readonly defaultTotalAssetTypeId: number | null; readonly bind2FA: boolean }
  readonly notifications: Readonly<Record<"email" | "browser" | "chat", boolean>>
}

type Device = {
  readonly deviceId: string
  readonly device: string
  readonly network: string
  readonly seen: number
  readonly isThisOne: boolean
}
type QuietHours = { readonly fromMinute: number; readonly toMinute: number; readonly timeZone: string }
type Invite = { readonly inviteCode: string; readonly status: "open" | "used" | "ended" }

/** Everything that the settings show; null where the person is gone or not quite signed in. */
export const readSettings = async (page: ActingPage) => {
  const call = callOf(page)
  const [profile, devices, invites, quiet] = await Promise.all([
    call<{ readonly user: OwnUser }>("UserProfile/LoadUserProfile", {}),
    call<{ readonly devices: ReadonlyArray<Device> }>("User/LoadDevices", {}),
    call<{ readonly invites: ReadonlyArray<Invite>; readonly left: number }>("User/LoadInvites", {}),
    call<{ readonly hours: QuietHours | null }>("Message/LoadQuietHours", {}),
  ])
  if (!profile.ok || !devices.ok || !invites.ok || !quiet.ok) return null
  return { user: profile.data.user, devices: devices.data.devices, ...invites.data, quietHours: quiet.data.hours }
}
