import { Result } from "effect"
import { formatIso } from "#core/kernel"
import { SUB_CHANNELS_MAX } from "../formRules.ts"
import { NoChannel, NumberTaken, TooManySubChannels } from "../refusals.ts"
import type { ChannelState } from "./Channel.ts"
import {
  ChannelCodeGiven,
  type ChannelEvent,
  type ChannelNumberEvent,
  ChannelNumbered,
  ChannelOpened,
  SubChannelAdded,
} from "./events.ts"

type Opening = {
  readonly personId: string
  readonly channelId: number
  readonly channelCode: string
  readonly subject: string
  readonly languages: ReadonlyArray<string>
  readonly nowMs: number
}

/** The events of an opened channel, by the stream that they belong to. */
export type OpenedEvents = {
  readonly numbers: ReadonlyArray<ChannelNumberEvent>
  readonly code: ReadonlyArray<ChannelNumberEvent>
  readonly channel: ReadonlyArray<ChannelEvent>
}

/** Gives the number and the code to a channel, and opens it. Numbers begin at 1 and have no gaps. */
export const openChannel =
  ({ nowMs, parentId, ...channel }: Opening & { readonly parentId: number | null }) =>
  ({
    numbers,
    code,
  }: {
    readonly numbers: { readonly last: number }
    readonly code: { readonly isGiven: boolean }
  }): Result.Result<OpenedEvents, NumberTaken> => {
    const { channelId } = channel
    if (numbers.last + 1 !== channelId || code.isGiven) return Result.fail(new NumberTaken({}))
    const at = formatIso(nowMs)
    return Result.succeed({
      numbers: [ChannelNumbered.make({ channelId, numberedAt: at })],
      code: [ChannelCodeGiven.make({ channelId, givenAt: at })],
      channel: [ChannelOpened.make({ ...channel, parentId, openedAt: at })],
    })
  }

/** Adds a sub-channel to the first channel of a creator. Sub-channels have none of their own. */
export const addSubChannel =
  ({ personId, channelId, nowMs }: Pick<Opening, "personId" | "channelId" | "nowMs">) =>
  (parent: ChannelState): Result.Result<ReadonlyArray<ChannelEvent>, NoChannel | TooManySubChannels> => {
    if (parent.personId !== personId || parent.parentId !== null) return Result.fail(new NoChannel({}))
    if (parent.subChannelIds.length >= SUB_CHANNELS_MAX) return Result.fail(new TooManySubChannels({}))
    const added = { personId, channelId: parent.channelId, subChannelId: channelId, addedAt: formatIso(nowMs) }
    return Result.succeed([SubChannelAdded.make(added)])
  }
