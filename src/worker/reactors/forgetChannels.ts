import { Effect } from "effect"
import { Channels } from "#core/channels"
import { SubjectEvents } from "#core/kernel"
import type { Reactor } from "#projections/runner"

/** Deletes what an erased creator said in their channels from the read model. Numbers and codes are never given again. */
export const forgetChannelsReactor = Effect.map(
  Channels,
  (channels): Reactor => ({
    name: "forget_channels",
    types: ["kernel.SubjectErased.v1"],
    from: "beginning",
    react: async ({ type, data }) => {
      const { subjectId } = SubjectEvents.decodeSync(type, data)
      await Effect.runPromise(channels.forget(subjectId))
    },
  }),
)
