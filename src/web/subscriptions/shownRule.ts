import type { Calls } from "#src/api/calls.ts"

type Rules = Calls["Channel/LoadSubscribeRule"]["data"]

/** A rule, and a channel in a rule, as calls answer them. */
export type ShownRule = Rules["rule"]
export type ShownRuleChannel = Rules["channels"][number]
