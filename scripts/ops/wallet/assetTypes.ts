import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CurrentMeta } from "#core/kernel"
import type { CommandReused } from "#core/ledger"
import { Assets, type AssetTypeChange, type InvalidAssetType } from "#core/wallet"
import { inSession } from "../lib/command.ts"
import { EXIT, Refused } from "../lib/exit.ts"
import { json, yes } from "../lib/flags.ts"
import { operatorName, planned } from "../lib/plan.ts"

const assetTypeId = Argument.Int("id").pipe(Argument.withDescription("The asset type's number"))

/** What balances and prices are counted in, as operators have set it. */
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
).pipe(Command.withDescription("Asset types: their names, decimals and order, and whether more of them may come in"))

const PROBLEMS: Readonly<Record<InvalidAssetType["problem"], string>> = {
  unknown: "There is no asset type of this number.",
  tooMany: "There are as many asset types as there may be.",
  name: "A name is two to ten capital letters and figures, a letter first.",
  nameTaken: "Another asset type has this name.",
  digits: "An asset type has 0 to 18 decimals.",
  digitsUsed:
    "Amounts of it are in the books, in prices or on a chain: with other decimals each would mean something else.",
  shownDigits: "As many decimals can be shown as it has.",
  place: "Places are numbers from 0 to 9,999.",
}

type Ask = (
  assets: (typeof Assets)["Service"],
) => Effect.Effect<{ readonly position: number }, InvalidAssetType | CommandReused>

const act = (flags: { readonly json: boolean; readonly yes: boolean }, step: string, ask: Ask) =>
  inSession(flags, async (session, output) => {
    await planned({ yes: flags.yes, output, steps: step === "" ? [] : [step] }, async () => {
      const meta = { actor: operatorName(), commandId: null, correlationId: null, causationId: null }
      const done = await session.run(
        Assets.use(ask).pipe(
          Effect.provideService(CurrentMeta, meta),
          // Only commands that come with an id come again.
          Effect.catchTag("CommandReused", Effect.die),
          Effect.match({ onSuccess: ({ position }) => position, onFailure: ({ problem }) => PROBLEMS[problem] }),
        ),
      )
      if (typeof done === "string") throw new Refused(done, EXIT.failed)
      output.say(done === 0 ? "It was so already." : "Done.")
      return { position: done }
    })
  })

const name = Argument.String("name").pipe(Argument.withDescription("What it is called: capital letters and figures"))
const decimals = Flag.Int("digits").pipe(Flag.withDescription("Decimals of its smallest unit"))

const add = Command.make("add", { name, digits: decimals, yes, json }, ({ name, digits, ...flags }) =>
  act(flags, `add the asset type ${name} with ${digits} decimals`, (assets) => assets.add({ name, digits })),
).pipe(Command.withDescription("Add an asset type under the next number"))

const change = Command.make(
  "change",
  {
    assetTypeId,
    name: Flag.String("name").pipe(Flag.withDescription("Another name"), Flag.optional),
    digits: decimals.pipe(Flag.optional),
    shownDigits: Flag.Int("shown").pipe(
      Flag.withDescription("Decimals that are shown even where they are noughts"),
      Flag.optional,
    ),
    place: Flag.Int("place").pipe(
      Flag.withDescription("Where it stands among the others, lowest first"),
      Flag.optional,
    ),
    yes,
    json,
  },
  ({ assetTypeId, name, digits, shownDigits, place, ...flags }) => {
    const wished = Object.entries({ name, digits, shownDigits, place }).flatMap(([field, value]) =>
      Option.match(value as Option.Option<string | number>, { onNone: () => [], onSome: (said) => [[field, said]] }),
    )
    const wish: AssetTypeChange = Object.fromEntries(wished)
    const step = wished.map(([field, said]) => `${field} ${said}`).join(", ")
    return act(flags, step === "" ? "" : `asset type ${assetTypeId} from now on: ${step}`, (assets) =>
      assets.change(assetTypeId, wish),
    )
  },
).pipe(Command.withDescription("Change name, order and decimals; what is in the books keeps its meaning"))

const offering = (isOffered: boolean) =>
  Command.make(isOffered ? "enable" : "disable", { assetTypeId, yes, json }, ({ assetTypeId, ...flags }) =>
    act(
      flags,
      isOffered
        ? `let more of asset type ${assetTypeId} come in again`
        : `give nobody a new address of asset type ${assetTypeId}, and let nobody donate it; what is there can leave`,
      (assets) => assets.change(assetTypeId, { isOffered }),
    ),
  )

const disable = offering(false).pipe(Command.withDescription("Let nothing new of an asset come in"))
const enable = offering(true).pipe(Command.withDescription("Let more of an asset come in again"))

export const assets = Command.make("assets").pipe(
  Command.withDescription("What balances and prices are counted in"),
  Command.withSubcommands([list, add, change, disable, enable]),
)
