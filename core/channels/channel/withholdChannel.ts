import { Result } from "effect"
import { type Decide, formatIso } from "#core/kernel"
import type { ChannelState } from "./Channel.ts"
import { type ChannelEvent, ChannelReleased, ChannelWithheld } from "./events.ts"

type DecideChannel = Decide<ChannelState, ChannelEvent, never>

/** Takes a channel from its readers, for operators. Idempotent. */
export const withholdChannel =
  (nowMs: number): DecideChannel =>
  ({ personId, channelId, isWithheld }) =>
    Result.succeed(
      personId === null || isWithheld
        ? []
        : [ChannelWithheld.make({ personId, channelId, withheldAt: formatIso(nowMs) })],
    )

/** Gives it back. Idempotent. */
export const releaseChannel =
  (nowMs: number): DecideChannel =>
  ({ personId, channelId, isWithheld }) =>
    Result.succeed(
      personId !== null && isWithheld
        ? [ChannelReleased.make({ personId, channelId, releasedAt: formatIso(nowMs) })]
        : [],
    )
