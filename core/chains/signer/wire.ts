import { Schema } from "effect"
import { CHAIN_NAMES, STAGES } from "../networks.ts"
import { PSBT_LENGTH_MAX } from "./checkPayment.ts"
import { SIGNING_REASONS } from "./Signer.ts"

/** Maximum characters of one line between the product and the signer: one request or response, as JSON. */
export const LINE_LENGTH_MAX = PSBT_LENGTH_MAX + 1_000_000

/** Minor units as a decimal string. */
const Units = Schema.String.check(Schema.isPattern(/^\d{1,38}$/))
const Hex = Schema.String.check(Schema.isPattern(/^([0-9a-f]{2})+$/))
const numbered = { id: Schema.Int, chain: Schema.Literals(CHAIN_NAMES), stage: Schema.Literals(STAGES) }

/** Approvals of one payment, and characters of each part. */
export const APPROVALS_MAX = 20
const PART_LENGTH_MAX = 20_000
const Part = Schema.String.check(Schema.isMaxLength(PART_LENGTH_MAX))

export const Question = Schema.Union([
  Schema.Struct({ ...numbered, ask: Schema.Literal("account") }),
  Schema.Struct({
    ...numbered,
    ask: Schema.Literal("sign"),
    psbt: Schema.String,
    outputs: Schema.Array(Schema.Struct({ script: Hex, amount: Units })),
    feeMax: Units,
    approvals: Schema.Array(
      Schema.Struct({
        ...{ operatorId: Part, plan: Part, clientData: Part, authenticatorData: Part, signature: Part },
      }),
    ).check(Schema.isMaxLength(APPROVALS_MAX)),
  }),
])
export type Question = typeof Question.Type

export const Answer = Schema.Union([
  Schema.Struct({
    id: Schema.Int,
    account: Schema.Struct({ fingerprint: Hex, path: Schema.String, xpub: Schema.String }),
  }),
  Schema.Struct({ id: Schema.Int, signed: Schema.Struct({ txid: Hex, raw: Hex, fee: Units }) }),
  Schema.Struct({
    id: Schema.Int,
    refused: Schema.Struct({ reason: Schema.Literals(SIGNING_REASONS), detail: Schema.String }),
  }),
])
export type Answer = typeof Answer.Type
