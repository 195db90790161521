import type { CallData } from "#src/api/calls.ts"
import { type ActingPage, callOf } from "../../web/forms/Page.ts"

/** A person's own account. */
export type OwnUser = Extract<CallData<"UserProfile/LoadUserProfile">["user"], { readonly email: string | null }>

/** Everything that the settings show; null where the person is gone or not quite signed in. */
export const readSettings = async (page: ActingPage) => {
  const call = callOf(page)
  const [profile, devices, invites, quiet] = await Promise.all([
    call("UserProfile/LoadUserProfile", {}),
    call("User/LoadDevices", {}),
    call("User/LoadInvites", {}),
    call("Message/LoadQuietHours", {}),
  ])
  if (!profile.ok || !devices.ok || !invites.ok || !quiet.ok) return null
  const { user } = profile.data
  if (!("email" in user)) return null
  return { user, devices: devices.data.devices, ...invites.data, quietHours: quiet.data.hours }
}
