import { Effect } from "effect"
import type { Watch } from "../Chain.ts"
import { ChainUnavailable } from "../refusals.ts"
import { addressOf } from "./addressOf.ts"
import { DescriptorInfo, Imported, UnknownAnswer } from "./answers.ts"
import { labelOf } from "./label.ts"
import type { Node } from "./Node.ts"

/** Timeout in milliseconds; a rescan of a whole main chain takes hours. */
const RESCAN_MS_MAX = 12 * 3_600_000

/** Adds scripts to the node's wallet and rescans the blocks from the lowest birth height. */
export const watchScripts = Effect.fnUntraced(function* (node: Node, scripts: ReadonlyArray<Watch>) {
  if (scripts.length === 0) return
  const imported =
    node.dialect.watchesBy === "importdescriptors"
      ? yield* importDescriptors(node, scripts)
      : yield* importScripts(node, scripts)
  const failed = imported.find(({ success }) => !success)
  if (failed) {
    const detail = `${node.dialect.watchesBy}: ${failed.error?.message ?? "refused"}`
    return yield* new ChainUnavailable({ chain: node.network.name, reason: "strange", detail })
  }
  const births = scripts.flatMap(({ birthHeight }) => birthHeight ?? [])
  if (births.length === 0) return
  yield* node
    .call(UnknownAnswer, "rescanblockchain", [Math.min(...births)], { within_ms: RESCAN_MS_MAX })
    .pipe(Effect.catchTag("RpcRefused", (refused) => Effect.fail(node.away("rescanblockchain")(refused))))
})

/** For wallets that only support scripts and addresses. */
const importScripts = (node: Node, scripts: ReadonlyArray<Watch>) =>
  node.request(
    Imported,
    "importmulti",
    scripts.map(({ script, key }) => ({
      scriptPubKey: { address: addressOf(node.network, script) },
      timestamp: "now",
      watchonly: true,
      label: labelOf(key),
    })),
    { rescan: false },
  )

/** For descriptor wallets. Each descriptor needs a checksum, which the node computes. */
const importDescriptors = Effect.fnUntraced(function* (node: Node, scripts: ReadonlyArray<Watch>) {
  const form = node.network.ownScript === "p2wpkh" ? "wpkh" : "pkh"
  const bare = scripts.map(({ key }) => [`${form}(${labelOf(key)})`])
  const infos = yield* node.callAll(DescriptorInfo, "getdescriptorinfo", bare)
  const descriptors = yield* Effect.all(infos.map(Effect.fromResult)).pipe(
    Effect.catchTag("RpcRefused", (refused) => Effect.fail(node.away("getdescriptorinfo")(refused))),
  )
  return yield* node.request(
    Imported,
    "importdescriptors",
    scripts.map(({ key }, index) => ({
      desc: descriptors[index]?.descriptor,
      timestamp: "now",
      label: labelOf(key),
    })),
  )
})
