import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { RULE_STATUS } from "#contract/subscriptions"
import { describedAs, TooMany, Unauthorized } from "../envelope.ts"
import { Id } from "../fields.ts"
import { Guard } from "../Guard.ts"
import { forwardEndpoints } from "./forwards.contract.ts"
import { freeAccessEndpoints } from "./freeAccess.contract.ts"
import { giftEndpoints } from "./gifts.contract.ts"
import { importEndpoints } from "./imports.contract.ts"
import { offerEndpoints } from "./offers.contract.ts"
import { pledgeEndpoints } from "./pledges.contract.ts"
import { readingEndpoints } from "./reading.contract.ts"
import { rehearsalEndpoints } from "./rehearsal.contract.ts"
import {
  credentials,
  ListedCreators,
  ruleErrors,
  rulesAnswer,
  terms,
  WantedLevel,
  Weight,
  which,
} from "./rules.contract.ts"

/** Subscriptions: rules that pay several creators from one monthly fee. And what goes into channels and out of them. */
export class ChannelApi extends HttpApiGroup.make("Channel")
  .add(
    HttpApiEndpoint.post("LoadSubscribeRule", "/LoadSubscribeRule", {
      payload: Schema.Struct({}),
      success: rulesAnswer,
      error: [Unauthorized, TooMany],
    }).annotateMerge(describedAs("The caller's rules with their creators. Without one, `rule` has the defaults.")),
    HttpApiEndpoint.post("Subscribe", "/Subscribe", {
      payload: Schema.Struct({
        channelCode: Id,
        ...which,
        weight: Schema.optionalKey(Weight),
        /** 3 pays for a premium seat, too. */
        levelId: Schema.optionalKey(WantedLevel),
        ...terms,
        ...credentials,
      }),
      success: rulesAnswer,
      error: ruleErrors,
    }).annotateMerge(
      describedAs(
        "Subscribes to a creator's channel: adds it to a rule, and charges the rule's term from the wallet unless a paid term " +
          "runs. Access opens at once. With `levelId` 3 a premium seat is reserved for 15 minutes and charged for the rest of the " +
          "term. Send an `Idempotency-Key`: a repeated request with the same key has no further effect. " +
          "`code` and `password` are needed as in Donation/donate.",
      ),
    ),
    HttpApiEndpoint.post("UpdateSubscribeRuleWithCreator", "/UpdateSubscribeRuleWithCreator", {
      payload: Schema.Struct({ ...which, creators: ListedCreators, ...terms, ...credentials }),
      success: rulesAnswer,
      error: ruleErrors,
    }).annotateMerge(
      describedAs(
        "Replaces the list of creators of a rule, and changes its terms: all of it or nothing. Nothing is charged; `code` or " +
          "`password` are needed if later renewals would cost more.",
      ),
    ),
    HttpApiEndpoint.post("UpdateSubscribe", "/UpdateSubscribe", {
      payload: Schema.Struct({
        ...which,
        ...terms,
        /** 2 resumes, and charges if no paid term runs; 3 pauses and 4 cancels at the end of the paid term. */
        subscribeRuleStatusId: Schema.optionalKey(
          Schema.Literals([RULE_STATUS.active, RULE_STATUS.paused, RULE_STATUS.cancelled]),
        ),
        /** With status 4: ends the paid term now, and refunds the rest of it. */
        isNow: Schema.optionalKey(Schema.Boolean),
        ...credentials,
      }),
      success: rulesAnswer,
      error: ruleErrors,
    }).annotateMerge(
      describedAs("Changes the terms of a rule from the next charge on, or pauses, resumes or cancels it."),
    ),
  )
  .add(...importEndpoints)
  .add(...offerEndpoints)
  .add(...forwardEndpoints)
  .add(...freeAccessEndpoints)
  .add(...giftEndpoints)
  .add(...pledgeEndpoints)
  .add(...readingEndpoints)
  .add(...rehearsalEndpoints)
  .prefix("/Channel")
  .middleware(Guard)
  .annotateMerge(
    OpenApi.annotations({ description: "Subscriptions to creators; imports and exports of channels; private feeds." }),
  ) {}
