import { Effect } from "effect"
import { makeOperation, type Parameter } from "#core/operations"
import { Assets } from "#core/wallet"
import { cannotPlan, step } from "./parts.ts"

/** The number of an asset type. */
const asset = { kind: "text", lengthMax: 10 } as const satisfies Parameter

const planAsset = Effect.fn("planAsset")(function* (id: string, key: "enableAsset" | "disableAsset") {
  const found = (yield* Assets.use((assets) => assets.types)).find(({ assetTypeId }) => String(assetTypeId) === id)
  if (found === undefined) return yield* Effect.fail(cannotPlan("noAsset"))
  if (found.isOffered === (key === "enableAsset")) return yield* Effect.fail(cannotPlan("nothingChanges"))
  return { personIds: [], steps: [step(key, { coin: found.name })] }
})
const offer = (id: string, isOffered: boolean) => Assets.use((assets) => assets.change(Number(id), { isOffered }))

const enable = makeOperation({
  name: "wallet.enableAsset",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { asset },
  plan: ({ asset: id }) => planAsset(id, "enableAsset"),
  execute: ({ asset: id }) => offer(id, true),
  undo: (parameters) => ({ name: "wallet.disableAsset", parameters }),
})

const disable = makeOperation({
  name: "wallet.disableAsset",
  permission: "withdrawals.stop",
  approvals: 1,
  parameters: { asset },
  plan: ({ asset: id }) => planAsset(id, "disableAsset"),
  execute: ({ asset: id }) => offer(id, false),
  undo: (parameters) => ({ name: "wallet.enableAsset", parameters }),
})

export const assetOperations = [disable, enable] as const
