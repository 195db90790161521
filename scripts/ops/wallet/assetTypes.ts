import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { CommandReused } from "#core/ledger"
import { Assets, type AssetTypeChange, type InvalidAssetType } from "#core/wallet"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { noWait } from "../operate/run.ts"
import { runOperation } from "../operate/runOperation.ts"
import { asOperator } from "./asOperator.ts"

const assetTypeId = Argument.Int("id").pipe(Argument.withDescription("Number of the asset type"))

const list = Command.make("list", { json }, (flags) =>
  inSession(flags, async (session, output) => {
    const types = await session.run(Assets.use((assets) => assets.types))
    output.table(
      types.map((type) => ({
        id: type.assetTypeId,
        name: type.name,
        digits: type.digits,
        shown: type.shownDigits,
        place: type.place,
        offered: type.isOffered ? "yes" : "no",
      })),
    )
    output.document({ assets: types })
  }),
).pipe(Command.withDescription("List asset types with their names, decimals and order"))

const PROBLEMS: Readonly<Record<InvalidAssetType["problem"], string>> = {
  unknown: "No asset type has this number.",
  tooMany: "The maximum number of asset types is reached.",
  name: "A name has two to ten capital letters and digits and starts with a letter.",
  nameTaken: "Another asset type has this name.",
  digits: "An asset type has 0 to 18 decimals.",
  digitsUsed: "Amounts of it are booked, priced or on a chain; other decimals would change their meaning.",
  shownDigits: "It cannot show more decimals than it has.",
  place: "Places are numbers from 0 to 9,999.",
}

type AssetCommand = (
  assets: (typeof Assets)["Service"],
) => Effect.Effect<{ readonly position: number }, InvalidAssetType | CommandReused>

const runAsOperator = (flags: { readonly json: boolean; readonly yes: boolean }, step: string, command: AssetCommand) =>
  inSession(flags, async (session, output) => {
    await runPlan({ yes: flags.yes, output, steps: step === "" ? [] : [step] }, async () => {
      const done = await session.run(
        Assets.use(command).pipe(
          asOperator,
          // Impossible without a command id.
          Effect.catchTag("CommandReused", Effect.die),
          Effect.match({ onSuccess: ({ position }) => position, onFailure: ({ problem }) => PROBLEMS[problem] }),
        ),
      )
      if (typeof done === "string") throw new Refused(done, EXIT.failed)
      output.say(done === 0 ? "Nothing changed." : "Done.")
      return { position: done }
    })
  })

const name = Argument.String("name").pipe(Argument.withDescription("Name: capital letters and digits"))
const decimals = Flag.Int("digits").pipe(Flag.withDescription("Decimals of its smallest unit"))

const add = Command.make("add", { name, digits: decimals, yes, json }, ({ name, digits, ...flags }) =>
  runAsOperator(flags, `add the asset type ${name} with ${digits} decimals`, (assets) => assets.add({ name, digits })),
).pipe(Command.withDescription("Add an asset type under the next number"))

const change = Command.make(
  "change",
  {
    assetTypeId,
    name: Flag.String("name").pipe(Flag.withDescription("New name"), Flag.optional),
    digits: decimals.pipe(Flag.optional),
    shownDigits: Flag.Int("shown").pipe(
      Flag.withDescription("Decimals that are shown even if they are zero"),
      Flag.optional,
    ),
    place: Flag.Int("place").pipe(Flag.withDescription("Sort key, lowest first"), Flag.optional),
    yes,
    json,
  },
  ({ assetTypeId, name, digits, shownDigits, place, ...flags }) => {
    const given = Object.entries({ name, digits, shownDigits, place }).flatMap(([field, value]) =>
      Option.match(value as Option.Option<string | number>, { onNone: () => [], onSome: (text) => [[field, text]] }),
    )
    const change: AssetTypeChange = Object.fromEntries(given)
    const step = given.map(([field, text]) => `${field} ${text}`).join(", ")
    return runAsOperator(flags, step === "" ? "" : `change asset type ${assetTypeId}: ${step}`, (assets) =>
      assets.change(assetTypeId, change),
    )
  },
).pipe(Command.withDescription("Change name, order or shown decimals; booked amounts keep their meaning"))

const disable = Command.make("disable", { assetTypeId, yes, json }, ({ assetTypeId, ...flags }) =>
  runAsOperator(
    flags,
    `stop new addresses and donations of asset type ${assetTypeId}; withdrawals continue`,
    (assets) => assets.change(assetTypeId, { isOffered: false }),
  ),
).pipe(Command.withDescription("Stop new addresses and donations of an asset"))

const enable = Command.make("enable", { assetTypeId, noWait, yes, json }, ({ assetTypeId, ...flags }) =>
  inSession(flags, (session, output) =>
    runOperation(session, output, {
      ...{ name: "wallet.enableAsset", given: { asset: String(assetTypeId) } },
      ...{ yes: flags.yes, wait: !flags.noWait },
    }),
  ),
).pipe(Command.withDescription("Accept deposits and donations of an asset again; two operators sign it"))

export const assets = Command.make("assets").pipe(
  Command.withDescription("Manage asset types"),
  Command.withSubcommands([list, add, change, disable, enable]),
)
