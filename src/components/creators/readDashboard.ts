import type { CallData } from "#src/api/calls.ts"
import { type ActingPage, callOf } from "../../web/forms/Page.ts"

type Profile = CallData<"UserProfile/LoadCCProfile">["profile"]

/** The channel in the address, and the first channel of its creator. */
type Channels = {
  readonly profile: Profile
  readonly first: Profile
}

/** The daily work of a creator. */
export type Dashboard = Channels & {
  readonly supporters: CallData<"UserProfile/SupporterList">
  readonly profit: CallData<"UserProfile/LoadProfit">["profit"]
}

/** What a creator has set up. */
export type ChannelSettings = Channels & {
  readonly offer: CallData<"Channel/LoadOffer">["offer"]
  readonly free: CallData<"Channel/LoadFreeAccess">
  readonly forwards: CallData<"Channel/LoadForwards">
  readonly invites: CallData<"Feed/InviteList">["invites"]
}

const readChannels = async (page: ActingPage): Promise<Channels | null> => {
  const call = callOf(page)
  const channelId = Number(page.url.searchParams.get("channel")) || undefined
  const first = await call("UserProfile/LoadCCProfile", {})
  if (!first.ok) return null
  const chosen = channelId === undefined ? first : await call("UserProfile/LoadCCProfile", { channelId })
  return { profile: (chosen.ok ? chosen : first).data.profile, first: first.data.profile }
}

/** Reads the dashboard of the channel in the address, or of the first one; null for people who are not creators. */
export const readDashboard = async (page: ActingPage): Promise<Dashboard | null> => {
  const call = callOf(page)
  const channels = await readChannels(page)
  if (channels === null) return null
  const [supporters, profit] = await Promise.all([
    call("UserProfile/SupporterList", {}),
    call("UserProfile/LoadProfit", {}),
  ])
  if (!supporters.ok || !profit.ok) return null
  return { ...channels, supporters: supporters.data, profit: profit.data.profit }
}

/** Reads the settings of the channel in the address, or of the first one; null for people who are not creators. */
export const readChannelSettings = async (page: ActingPage): Promise<ChannelSettings | null> => {
  const call = callOf(page)
  const channels = await readChannels(page)
  if (channels === null) return null
  const [offer, free, forwards, invited] = await Promise.all([
    call("Channel/LoadOffer", { channelCode: channels.first.channelCode }),
    call("Channel/LoadFreeAccess", {}),
    call("Channel/LoadForwards", {}),
    call("Feed/InviteList", {}),
  ])
  if (!offer.ok || !free.ok || !forwards.ok) return null
  return {
    ...channels,
    offer: offer.data.offer,
    free: free.data,
    forwards: forwards.data,
    invites: invited.ok ? invited.data.invites : [],
  }
}
