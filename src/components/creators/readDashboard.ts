import type { CallData } from "#src/api/calls.ts"
import { type ActingPage, callOf } from "../../web/forms/Page.ts"

/** What the dashboard of a creator shows; null for people who are not creators. */
export type Dashboard = {
  /** The channel that is edited, and the first one. */
  readonly profile: CallData<"UserProfile/LoadCCProfile">["profile"]
  readonly first: CallData<"UserProfile/LoadCCProfile">["profile"]
  readonly offer: CallData<"Channel/LoadOffer">["offer"]
  readonly free: CallData<"Channel/LoadFreeAccess">
  readonly forwards: CallData<"Channel/LoadForwards">
  readonly supporters: CallData<"UserProfile/SupporterList">
  readonly profit: CallData<"UserProfile/LoadProfit">["profit"]
}

/** Reads the dashboard of the channel in the address, or of the first one. */
export const readDashboard = async (page: ActingPage): Promise<Dashboard | null> => {
  const call = callOf(page)
  const channelId = Number(page.url.searchParams.get("channel")) || undefined
  const first = await call("UserProfile/LoadCCProfile", {})
  if (!first.ok) return null
  const [chosen, offer, free, forwards, supporters, profit] = await Promise.all([
    channelId === undefined ? first : call("UserProfile/LoadCCProfile", { channelId }),
    call("Channel/LoadOffer", { channelCode: first.data.profile.channelCode }),
    call("Channel/LoadFreeAccess", {}),
    call("Channel/LoadForwards", {}),
    call("UserProfile/SupporterList", {}),
    call("UserProfile/LoadProfit", {}),
  ])
  if (!offer.ok || !free.ok || !forwards.ok || !supporters.ok || !profit.ok) return null
  return {
    profile: chosen.ok ? chosen.data.profile : first.data.profile,
    first: first.data.profile,
    offer: offer.data.offer,
    free: free.data,
    forwards: forwards.data,
    supporters: supporters.data,
    profit: profit.data.profit,
  }
}
