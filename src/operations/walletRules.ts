import { Effect, Result } from "effect"
import { LEVELS } from "#contract/identity"
import { parseUnits } from "#core/ledger"
import { type CannotPlan, makeOperation, type Parameter } from "#core/operations"
import {
  COIN_DIGITS,
  COIN_IDS,
  LIMITED_LEVELS,
  Reconciliation,
  type RulesChange,
  setRules,
  Withdrawals,
} from "#core/wallet"
import { assetTypes } from "#src/lib/assetTypes.ts"
import { cannotPlan, planPerson, reason, step } from "./parts.ts"

const nameOf = (assetTypeId: number): string =>
  assetTypes().find((each) => each.assetTypeId === assetTypeId)?.name ?? String(assetTypeId)
const coin = { kind: "choice", options: COIN_IDS.map(nameOf) } as const satisfies Parameter
const assetOf = (name: string): number => COIN_IDS.find((each) => nameOf(each) === name) ?? 0
const amount = { kind: "text", lengthMax: 30 } as const satisfies Parameter
const optionalAmount = { ...amount, isOptional: true } as const satisfies Parameter

/** Minor units of an amount in coins. */
const unitsOf = (text: string): Effect.Effect<bigint, CannotPlan> => {
  const units = parseUnits(text, COIN_DIGITS)
  return typeof units === "string" ? Effect.fail(cannotPlan("noAmount", { amount: text })) : Effect.succeed(units)
}

/** Where a settled amount goes: the platform's fees, cold storage, or a person. */
const recipientOf = Effect.fn("recipientOf")(function* (to: string) {
  if (to === "fees" || to === "cold") return { recipient: to, personIds: [], name: to } as const
  const { personId, userCode: name } = yield* planPerson(to)
  return { recipient: { personId }, personIds: [personId], name } as const
})

const settleSuspense = makeOperation({
  name: "wallet.settle",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { coin, amount, recipient: { kind: "text", lengthMax: 40 }, reason },
  plan: ({ coin: name, amount: text, recipient: to, reason: why }) =>
    Effect.gen(function* () {
      yield* unitsOf(text)
      const { personIds, name: recipient } = yield* recipientOf(to)
      return { personIds, steps: [step("settle", { amount: `${text} ${name}`, recipient, reason: why })] }
    }),
  execute: ({ coin: name, amount: text, recipient: to, reason: why }) =>
    Effect.gen(function* () {
      const units = yield* unitsOf(text)
      const { recipient } = yield* recipientOf(to)
      yield* Reconciliation.use((service) =>
        service.settle({ assetTypeId: assetOf(name), amount: units, to: recipient, reason: why }),
      )
    }),
})

/** The rules of a coin by their names in the text of a change. */
const AMOUNT_RULES = {
  minimum: "minimum",
  "person-daily": "personDaily",
  "all-daily": "allDaily",
  "approval-threshold": "approvalThreshold",
  "in-flight-max": "inFlightMax",
  "hot-wallet-max": "hotWalletMax",
  "fee-subsidy-daily-max": "feeSubsidyDailyMax",
  "unverified-donation-max": "unverifiedDonationMax",
} as const
const COUNT_RULES = {
  cooling: "coolingSeconds",
  "large-cooling": "largeCoolingSeconds",
  confirmations: "confirmations",
  "large-confirmations": "largeConfirmations",
} as const

const owns = <A extends object>(names: A, name: string): name is Extract<keyof A, string> => Object.hasOwn(names, name)

/** Reads a change such as `minimum=0.0002 cooling=3600`. */
const rulesOf = Effect.fn("rulesOf")(function* (
  text: string,
): Effect.fn.Return<Record<string, bigint | number>, CannotPlan> {
  const rules: Record<string, bigint | number> = {}
  for (const part of text.split(/[\s,]+/).filter((each) => each !== "")) {
    const [name = "", value = "", ...more] = part.split("=")
    if (more.length > 0) return yield* Effect.fail(cannotPlan("noRule", { rule: part }))
    if (owns(AMOUNT_RULES, name)) rules[AMOUNT_RULES[name]] = yield* unitsOf(value)
    else if (owns(COUNT_RULES, name) && /^\d{1,7}$/.test(value)) rules[COUNT_RULES[name]] = Number(value)
    else return yield* Effect.fail(cannotPlan("noRule", { rule: part }))
  }
  return rules
})

/** Refuses a change that the rules as a whole do not allow. */
const planRules = Effect.fn("planRules")(function* (change: RulesChange, why: string) {
  const rules = yield* Withdrawals.use((service) => service.rules)
  const decided = setRules(change, { reason: why, by: "", at: "" })(rules)
  if (Result.isFailure(decided)) return yield* Effect.fail(cannotPlan(`rules.${decided.failure.problem}`))
})

const setCoinRules = makeOperation({
  name: "withdrawals.setRules",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { coin, rules: { kind: "text", lengthMax: 500 }, reason },
  plan: ({ coin: name, rules: text, reason: why }) =>
    Effect.gen(function* () {
      yield* planRules({ assetTypeId: assetOf(name), rules: yield* rulesOf(text) }, why)
      return { personIds: [], steps: [step("setRules", { coin: name, rules: text, reason: why })] }
    }),
  execute: ({ coin: name, rules: text, reason: why }) =>
    Effect.flatMap(rulesOf(text), (rules) =>
      Withdrawals.use((service) => service.setRules({ assetTypeId: assetOf(name), rules }, why)),
    ),
})

const feesOf = Effect.fn("feesOf")(function* (minimum: string, maximum: string) {
  return {
    ...(minimum === "" ? {} : { minimum: yield* unitsOf(minimum) }),
    ...(maximum === "" ? {} : { maximum: yield* unitsOf(maximum) }),
  }
})

const setFees = makeOperation({
  name: "withdrawals.setFees",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { minimum: optionalAmount, maximum: optionalAmount, reason },
  plan: ({ minimum, maximum, reason: why }) =>
    Effect.gen(function* () {
      yield* planRules({ fees: yield* feesOf(minimum, maximum) }, why)
      const values = { minimum: minimum || "–", maximum: maximum || "–", reason: why }
      return { personIds: [], steps: [step("setFees", values)] }
    }),
  execute: ({ minimum, maximum, reason: why }) =>
    Effect.flatMap(feesOf(minimum, maximum), (fees) => Withdrawals.use((service) => service.setRules({ fees }, why))),
})

const CREATOR_LEVELS = [0, ...LEVELS] as const
/** Removes a limit. */
const NONE = "none"

/** The daily limit of people up to a level of identity. */
const limitOf = Effect.fn("limitOf")(function* (name: string, level: string, personDaily: string) {
  const limitedLevel = LIMITED_LEVELS.find((each) => String(each) === level) ?? LIMITED_LEVELS[0]
  const units = personDaily === NONE ? null : yield* unitsOf(personDaily)
  return { limit: { assetTypeId: assetOf(name), level: limitedLevel, personDaily: units } }
})

const setLevel = makeOperation({
  name: "withdrawals.setLevel",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: {
    coin,
    limitedLevel: { kind: "choice", options: LIMITED_LEVELS.map(String) },
    personDaily: amount,
    reason,
  },
  plan: ({ coin: name, limitedLevel, personDaily, reason: why }) =>
    Effect.gen(function* () {
      yield* planRules(yield* limitOf(name, limitedLevel, personDaily), why)
      const values = { coin: name, level: limitedLevel, amount: personDaily, reason: why }
      return { personIds: [], steps: [step("setLevel", values)] }
    }),
  execute: ({ coin: name, limitedLevel, personDaily, reason: why }) =>
    Effect.flatMap(limitOf(name, limitedLevel, personDaily), (change) =>
      Withdrawals.use((service) => service.setRules(change, why)),
    ),
})

const creatorLevelOf = (level: string) => ({
  creatorLevel: CREATOR_LEVELS.find((each) => String(each) === level) ?? CREATOR_LEVELS[0],
})

const setCreatorLevel = makeOperation({
  name: "withdrawals.setCreatorLevel",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { creatorLevel: { kind: "choice", options: CREATOR_LEVELS.map(String) }, reason },
  plan: ({ creatorLevel, reason: why }) =>
    Effect.gen(function* () {
      yield* planRules(creatorLevelOf(creatorLevel), why)
      return { personIds: [], steps: [step("setCreatorLevel", { level: creatorLevel, reason: why })] }
    }),
  execute: ({ creatorLevel, reason: why }) =>
    Withdrawals.use((service) => service.setRules(creatorLevelOf(creatorLevel), why)),
})

export const walletRuleOperations = [settleSuspense, setCoinRules, setFees, setLevel, setCreatorLevel] as const
