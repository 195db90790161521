import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { READING_WHOLE, RULE_CREATORS_MAX } from "#contract/subscriptions"
import { describedAs } from "../envelope.ts"
import { Id } from "../fields.ts"
import { ruleErrors, rulesAnswer, which } from "./rules.contract.ts"

/** A creator's part of the running period, in thousandths. */
const Part = Schema.Struct({
  channelCode: Id,
  perMille: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: READING_WHOLE })),
})

/** Calls about rules that are shared by reading time. */
export const readingEndpoints = [
  HttpApiEndpoint.post("UpdateReadingShare", "/UpdateReadingShare", {
    payload: Schema.Struct({
      ...which,
      isOn: Schema.optionalKey(Schema.Boolean),
      /** All creators of the rule. */
      parts: Schema.optionalKey(Schema.Array(Part).check(Schema.isMaxLength(RULE_CREATORS_MAX))),
    }),
    success: rulesAnswer,
    error: ruleErrors,
  }).annotateMerge(
    describedAs(
      "Turns sharing by reading time on or off, and sets the parts of the running period. Clients measure reading time and send " +
        "nothing but the parts, which must be between `floor` and `cap` and add up to 1,000. They can be set every six hours.",
    ),
  ),
] as const
