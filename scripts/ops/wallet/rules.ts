import { Option } from "effect"
import { Command, Flag } from "effect/cli"
import { LEVELS } from "#contract/identity"
import { type AssetRules, LIMITED_LEVELS, Withdrawals } from "#core/wallet"
import { refreshAssetTypes } from "#src/web/wallet/refreshAssetTypes.ts"
import { inSession } from "../lib/command.ts"
import { json, reason, yes } from "../lib/flags.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"
import { amountText, coin, findCoin, nameOf } from "./coin.ts"

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

/** The given flags as the inputs of the operation: `minimum=0.0002 cooling=3600`. */
const textOf = (flags: Readonly<Record<string, Option.Option<string | number>>>): string =>
  Object.entries(flags)
    .flatMap(([name, value]) => (Option.isSome(value) ? [`${name}=${value.value}`] : []))
    .join(" ")

const amount = (name: string, words: string) =>
  Flag.String(name).pipe(Flag.withDescription(`${words}, in coins: 0.05`), Flag.optional)
const whole = (name: string, words: string) => Flag.Int(name).pipe(Flag.withDescription(words), Flag.optional)

const set = Command.make(
  "set",
  {
    coin,
    minimum: amount("minimum", "The minimum that one withdrawal may be"),
    "person-daily": amount("person-daily", "The most of one person within 24 hours"),
    "all-daily": amount("all-daily", "The most of all within 24 hours"),
    "approval-threshold": amount(
      "approval-threshold",
      "From there on a withdrawal is large: two operators have to agree",
    ),
    "in-flight-max": amount("in-flight-max", "The most that is on its way to people at once"),
    "unverified-donation-max": amount(
      "unverified-donation-max",
      "What somebody may give within 24 hours by their session alone",
    ),
    "hot-wallet-max": amount(
      "hot-wallet-max",
      "The maximum balance of the hot wallet: operators are notified when it has more",
    ),
    "fee-subsidy-daily-max": amount(
      "fee-subsidy-daily-max",
      "The most of fees that the platform bears within 24 hours for people who agreed to less",
    ),
    cooling: whole("cooling", "Seconds before anything happens"),
    "large-cooling": whole("large-cooling", "The same for large ones"),
    confirmations: whole("confirmations", "Blocks after which one counts as arrived"),
    "large-confirmations": whole("large-confirmations", "The same for large ones"),
    reason,
    noWait,
    yes,
    json,
  },
  ({ coin: name, reason: why, noWait: isDetached, yes: isGiven, json: asJson, ...changed }) =>
    inSession({ json: asJson }, async (session, output) => {
      await session.run(refreshAssetTypes)
      const given = { coin: nameOf(findCoin(name)), rules: textOf(changed), reason: why }
      await runOperation(session, output, { name: "withdrawals.setRules", given, yes: isGiven, wait: !isDetached })
    }),
).pipe(Command.withDescription("Set rules of one coin; other rules stay unchanged. Two operators sign it"))

const fees = Command.make(
  "fees",
  {
    minimum: amount("minimum", "The minimum that is set aside for the network"),
    maximum: amount("maximum", "The most that any withdrawal may cost"),
    reason,
    noWait,
    yes,
    json,
  },
  (flags) =>
    inSession(flags, (session, output) => {
      const [minimum, maximum] = [flags.minimum, flags.maximum].map(Option.getOrElse(() => ""))
      const given = { minimum: minimum ?? "", maximum: maximum ?? "", reason: flags.reason }
      return runOperation(session, output, {
        ...{ name: "withdrawals.setFees", given, yes: flags.yes, wait: !flags.noWait },
      })
    }),
).pipe(Command.withDescription("Set the fee table that all coins share. Two operators sign it"))

const level = Command.make(
  "level",
  {
    coin,
    level: Flag.ChoiceWithValue(
      "level",
      LIMITED_LEVELS.map((each) => [String(each), each] as const),
    ).pipe(Flag.withDescription("The limit holds for people up to this level of identity")),
    personDaily: Flag.String("person-daily").pipe(
      Flag.withDescription('The most of one of these people within 24 hours, in coins: 0.05. "none" removes the limit'),
    ),
    reason,
    noWait,
    yes,
    json,
  },
  (flags) =>
    inSession(flags, async (session, output) => {
      await session.run(refreshAssetTypes)
      const given = {
        ...{ coin: nameOf(findCoin(flags.coin)), limitedLevel: String(flags.level) },
        ...{ personDaily: flags.personDaily, reason: flags.reason },
      }
      await runOperation(session, output, { name: "withdrawals.setLevel", given, yes: flags.yes, wait: !flags.noWait })
    }),
).pipe(Command.withDescription("Set a lower daily limit for people up to a level of identity. Two operators sign it"))

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
    noWait,
    yes,
    json,
  },
  (flags) =>
    inSession(flags, (session, output) =>
      runOperation(session, output, {
        name: "withdrawals.setCreatorLevel",
        given: { creatorLevel: String(flags.level), reason: flags.reason },
        ...{ yes: flags.yes, wait: !flags.noWait },
      }),
    ),
).pipe(
  Command.withDescription(
    "Set the level of identity that people with a channel need to withdraw. Two operators sign it",
  ),
)

export const rules = Command.make("rules").pipe(
  Command.withDescription("Limits, waits and fees of withdrawals"),
  Command.withSubcommands([list, set, fees, level, creators]),
)
