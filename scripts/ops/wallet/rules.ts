import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { LEVELS } from "#contract/identity"
import { CurrentMeta } from "#core/kernel"
import { parseUnits } from "#core/ledger"
import {
  type AssetRules,
  COIN_DIGITS,
  COIN_IDS,
  LIMITED_LEVELS,
  type RulesChange,
  type RulesProblem,
  Withdrawals,
} from "#core/wallet"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { operatorName, runPlan } from "../lib/plan.ts"
import { amountText, coin, nameOf } from "./coin.ts"

const AMOUNTS = [
  "minimum",
  "personDaily",
  "allDaily",
  "approvalThreshold",
  "inFlightMax",
  "unverifiedDonationMax",
  "hotWalletMax",
  "feeSubsidyDailyMax",
] as const

const list = Command.make("list", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const { assets, fees, identity, stopped } = await session.run(Withdrawals.use(({ rules }) => rules))
    output.table(
      [...assets].map(([id, rules]) => ({
        coin: nameOf(id),
        minimum: amountText(String(rules.minimum), id),
        "a day, each": amountText(String(rules.personDaily), id),
        "a day, all": amountText(String(rules.allDaily), id),
        "operators from": amountText(String(rules.approvalThreshold), id),
        "under way": amountText(String(rules.inFlightMax), id),
        "given freely": amountText(String(rules.unverifiedDonationMax), id),
        "hot wallet": amountText(String(rules.hotWalletMax), id),
        "subsidy a day": amountText(String(rules.feeSubsidyDailyMax), id),
        "waits (large)": `${rules.coolingSeconds} s (${rules.largeCoolingSeconds} s)`,
        "blocks (large)": `${rules.confirmations} (${rules.largeConfirmations})`,
      })),
    )
    const most = [...fees].map(([level, fee]) => `level ${level}: ${amountText(String(fee), 1).replace(/ .*/, "")}`)
    output.say(`Fees of each coin, minimum and most: ${most.join(", ")}.`)
    for (const { assetTypeId, level, personDaily } of identity.limits)
      output.say(
        `${nameOf(assetTypeId)}, a day, each, up to level ${level}: ${amountText(String(personDaily), assetTypeId)}`,
      )
    if (identity.creatorLevel > 0) output.say(`People with a channel need level ${identity.creatorLevel} to withdraw.`)
    for (const [id, why] of stopped) output.say(`Stopped${id === null ? "" : ` for ${nameOf(id)}`}: ${why}`)
    const texts = (rules: AssetRules) => Object.fromEntries(AMOUNTS.map((key) => [key, String(rules[key])]))
    output.document({
      assets: [...assets].map(([assetTypeId, rules]) => ({ assetTypeId, ...rules, ...texts(rules) })),
      fees: [...fees].map(([level, fee]) => ({ level, fee: String(fee) })),
      identity: {
        ...identity,
        limits: identity.limits.map((limit) => ({ ...limit, personDaily: String(limit.personDaily) })),
      },
      stopped: [...stopped].map(([assetTypeId, why]) => ({ assetTypeId, reason: why })),
    })
  }),
).pipe(Command.withDescription("Limits, waiting times and fees of each coin's withdrawals"))

/** Formats why the rules were refused. */
const PROBLEMS: Readonly<Record<RulesProblem, string>> = {
  asset: "Nothing of this asset can be withdrawn.",
  reason: "Give a reason with --reason, in at most 500 characters.",
  minimum: "The minimum amount is smaller than what the network passes on.",
  levels:
    "A level allows nothing or at least one withdrawal, and no more than the next level or the day of one person.",
  daily: "The minimum amount must fit into one person's day, and that into the day of all.",
  inFlightMax: "What may be under way must hold all that one person may withdraw in a day, with the highest fee.",
  donations: "What may be given freely must not be below zero.",
  hot: "What the hot wallet may hold must not be below zero.",
  subsidy: "What the platform may bear of fees must not be below zero.",
  approval: "The amount from which operators have to agree must not be below zero.",
  cooling: "Waits are 0 to 604800 seconds, and large withdrawals wait no less than others.",
  confirmations: "Blocks are 1 to 24, and large withdrawals need no fewer than others.",
  fees: "The minimum fee must be more than zero, the highest no less than that, and no more than one coin.",
}

const act = (
  flags: { readonly json: boolean; readonly yes: boolean; readonly reason: string },
  step: string,
  changed: () => RulesChange,
) =>
  inSession(flags, async (session, output) => {
    if (flags.reason.trim() === "") throw new Refused(PROBLEMS.reason, EXIT.usage)
    const change = changed()
    await runPlan({ yes: flags.yes, output, steps: step === "" ? [] : [`${step}: ${flags.reason}`] }, async () => {
      const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
      const done = await session.run(
        Withdrawals.use((withdrawals) => withdrawals.setRules(change, flags.reason)).pipe(
          Effect.provideService(CurrentMeta, meta),
          // Impossible: only commands with an id can be repeated.
          Effect.catchTag("CommandReused", Effect.die),
          Effect.match({ onSuccess: ({ position }) => position, onFailure: ({ problem }) => problem }),
        ),
      )
      if (typeof done === "string") throw new Refused(PROBLEMS[done], EXIT.failed)
      output.say(done === 0 ? "Nothing changed." : "Done.")
      return { position: done }
    })
  })

/** Flag values, and their description in the plan. */
const said = <Value extends string | number>(flags: Readonly<Record<string, Option.Option<Value>>>) => {
  const given = Object.entries(flags).flatMap(([name, value]) =>
    Option.match(value, { onNone: () => [], onSome: (text) => [[name, text] as const] }),
  )
  return { given, text: given.map(([name, value]) => `${name} ${value}`).join(", ") }
}

const unitsOf = (given: ReadonlyArray<readonly [string, string]>): Readonly<Record<string, bigint>> =>
  Object.fromEntries(
    given.map(([name, text]) => {
      const units = parseUnits(text, COIN_DIGITS)
      if (typeof units === "string") throw new Refused(`${text} is not an amount of a coin (${name}).`, EXIT.usage)
      return [name, units] as const
    }),
  )

const amount = (name: string, words: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${words}, in coins: 0.05`), Flag.optional)
const whole = (name: string, words: string) => Flag.Int(name).pipe(Flag.withDescription(words), Flag.optional)

const set = Command.make(
  "set",
  {
    coin,
    minimum: amount("minimum", "The minimum that one withdrawal may be"),
    personDaily: amount("person-daily", "The most of one person within 24 hours"),
    allDaily: amount("all-daily", "The most of all within 24 hours"),
    approvalThreshold: amount("approval-threshold", "From there on a withdrawal is large: two operators have to agree"),
    inFlightMax: amount("in-flight-max", "The most that is on its way to people at once"),
    unverifiedDonationMax: amount(
      "unverified-donation-max",
      "What somebody may give within 24 hours by their session alone",
    ),
    hotWalletMax: amount(
      "hot-wallet-max",
      "The most that the hot wallet is to hold: operators are told when it has more",
    ),
    feeSubsidyDailyMax: amount(
      "fee-subsidy-daily-max",
      "The most of fees that the platform bears within 24 hours for people who agreed to less",
    ),
    coolingSeconds: whole("cooling", "Seconds before anything happens"),
    largeCoolingSeconds: whole("large-cooling", "The same for large ones"),
    confirmations: whole("confirmations", "Blocks after which one counts as arrived"),
    largeConfirmations: whole("large-confirmations", "The same for large ones"),
    reason,
    yes,
    json,
  },
  ({ coin, coolingSeconds, largeCoolingSeconds, confirmations, largeConfirmations, reason, yes, json, ...amounts }) => {
    const id = COIN_IDS.find((each) => nameOf(each) === coin.toUpperCase()) ?? 0
    const waits = said({ coolingSeconds, largeCoolingSeconds, confirmations, largeConfirmations })
    const limits = said(amounts)
    const words = [limits.text, waits.text].filter((text) => text !== "").join(", ")
    const step = words === "" ? "" : `withdrawals of ${coin.toUpperCase()} from now on: ${words}`
    return act({ reason, yes, json }, step, () => ({
      assetTypeId: id,
      rules: { ...unitsOf(limits.given), ...Object.fromEntries(waits.given) },
    }))
  },
).pipe(Command.withDescription("Set rules of one coin; other rules stay unchanged"))

const fees = Command.make(
  "fees",
  {
    minimum: amount("minimum", "The minimum that is set aside for the network"),
    maximum: amount("maximum", "The most that any withdrawal may cost"),
    reason,
    yes,
    json,
  },
  ({ minimum, maximum, ...flags }) => {
    const wish = said({ minimum, maximum })
    const step = wish.text === "" ? "" : `fees of withdrawals from now on: ${wish.text}`
    return act(flags, step, () => ({ fees: unitsOf(wish.given) }))
  },
).pipe(Command.withDescription("Set the fee table that all coins share"))

/** Removes a limit. */
const NONE = "none"

const level = Command.make(
  "level",
  {
    coin,
    level: Flag.ChoiceWithValue(
      "level",
      LIMITED_LEVELS.map((each) => [String(each), each] as const),
    ).pipe(Flag.withDescription("The limit holds for people up to this level of identity")),
    personDaily: Flag.String("person-daily").pipe(
      Flag.withDescription(
        `The most of one of these people within 24 hours, in coins: 0.05. "${NONE}" removes the limit`,
      ),
    ),
    reason,
    yes,
    json,
  },
  ({ coin, level, personDaily, ...flags }) => {
    const assetTypeId = COIN_IDS.find((each) => nameOf(each) === coin.toUpperCase()) ?? 0
    const step = `withdrawals of ${coin.toUpperCase()} up to level ${level} from now on: ${personDaily} a day`
    return act(flags, step, () => ({
      limit: {
        assetTypeId,
        level,
        personDaily: personDaily === NONE ? null : (unitsOf([["personDaily", personDaily]])["personDaily"] ?? null),
      },
    }))
  },
).pipe(Command.withDescription("Set a lower daily limit for people up to a level of identity"))

const creators = Command.make(
  "creators",
  {
    level: Flag.ChoiceWithValue(
      "level",
      ([0, ...LEVELS] as const).map((each) => [String(each), each] as const),
    ).pipe(
      Flag.withDescription("The level of identity that people with a channel need to withdraw; 0 asks for nothing"),
    ),
    reason,
    yes,
    json,
  },
  ({ level, ...flags }) =>
    act(flags, `people with a channel need level ${level} to withdraw`, () => ({ creatorLevel: level })),
).pipe(Command.withDescription("Set the level of identity that people with a channel need to withdraw"))

export const rules = Command.make("rules").pipe(
  Command.withDescription("Limits, waits and fees of withdrawals"),
  Command.withSubcommands([list, set, fees, level, creators]),
)
