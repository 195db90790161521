import type { Aggregate } from "#core/kernel"
import type { Frequency } from "../listRules.ts"
import { MailListEvent, MailListEvents } from "./events.ts"

/** The mailing lists of one person. */
export type MailListState = {
  /** Frequencies by channel. */
  readonly joined: ReadonlyMap<number, Frequency>
  /** Channels that the person got mail from before. */
  readonly left: ReadonlySet<number>
  /** Channels of which the creator may have the address. */
  readonly shared: ReadonlySet<number>
}

const initial: MailListState = { joined: new Map(), left: new Set(), shared: new Set() }

/** The mailing lists of one person, by the person's id. */
export const MailList: Aggregate<MailListState, MailListEvent> = {
  category: "maillist",
  events: MailListEvents,
  initial,
  evolve: (state, event) =>
    MailListEvent.match(event, {
      "newsletters.ListJoined.v1": ({ channelId, frequency }): MailListState => ({
        ...state,
        joined: new Map(state.joined).set(channelId, frequency),
        left: without(state.left, [channelId]),
      }),
      "newsletters.FrequencySet.v1": ({ channelId, frequency }) => ({
        ...state,
        joined: new Map(state.joined).set(channelId, frequency),
      }),
      "newsletters.AddressShared.v1": ({ channelId }) => ({ ...state, shared: new Set([...state.shared, channelId]) }),
      "newsletters.SharingWithdrawn.v1": ({ channelId }) => ({ ...state, shared: without(state.shared, [channelId]) }),
      "newsletters.ListsLeft.v1": ({ channelIds }) => ({
        shared: without(state.shared, channelIds),
        joined: new Map([...state.joined].filter(([channelId]) => !channelIds.includes(channelId))),
        left: new Set([...state.left, ...channelIds]),
      }),
      "newsletters.ListsForgotten.v1": () => initial,
    }),
}

const without = (channels: ReadonlySet<number>, channelIds: ReadonlyArray<number>): ReadonlySet<number> =>
  new Set([...channels].filter((each) => !channelIds.includes(each)))
