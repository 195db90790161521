import { Context, Effect, Layer, Redacted } from "effect"
import { AppConfig, Sql } from "#core/kernel"
import type { Chain } from "./Chain.ts"
import { type ChainName, networks } from "./networks.ts"
import { makeRpcChain } from "./rpc/makeRpcChain.ts"
import { readNodeUrl } from "./rpc/readNodeUrl.ts"
import { makeSimChain } from "./sim/makeSimChain.ts"
import { makeSimWorld } from "./sim/makeSimWorld.ts"
import type { SimWorld } from "./sim/SimWorld.ts"

/** Seeds the faucet's key and the blocks of demo chains. Not a secret: their coins have no value. */
const DEMO_SEED = "demo"

/** The engine of each chain. */
export class Chains extends Context.Service<Chains, { of(name: ChainName): Chain }>()("core/chains/Chains") {
  /** Demo chains only: the default without configured nodes. */
  static readonly layerDemo = Layer.effect(
    Chains,
    Effect.map(Sql, ({ client: sql }) =>
      Chains.of(byName((name) => makeSimChain({ sql, network: networks[name].demo, seed: DEMO_SEED }))),
    ),
  )

  /** The configured node of each chain, or its demo chain. */
  static readonly layer = Layer.effect(
    Chains,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const { btcNode, bchNode, ltcNode } = yield* AppConfig
      const engine = (name: ChainName, node: Redacted.Redacted<string> | undefined) => {
        if (node === undefined) {
          return Effect.succeed(makeSimChain({ sql, network: networks[name].demo, seed: DEMO_SEED }))
        }
        const { url, stage } = readNodeUrl(Redacted.value(node))
        return makeRpcChain({ network: networks[name][stage], url })
      }
      const chains = {
        BTC: yield* engine("BTC", btcNode),
        BCH: yield* engine("BCH", bchNode),
        LTC: yield* engine("LTC", ltcNode),
      }
      return Chains.of({ of: (name) => chains[name] })
    }),
  )
}

/** Miners, the faucet and other users of the demo chains. */
export class SimWorlds extends Context.Service<SimWorlds, { of(name: ChainName): SimWorld }>()(
  "core/chains/SimWorlds",
) {
  static readonly layer = Layer.effect(
    SimWorlds,
    Effect.map(Sql, ({ client: sql }) =>
      SimWorlds.of(byName((name) => makeSimWorld({ sql, network: networks[name].demo, seed: DEMO_SEED }))),
    ),
  )
}

const byName = <A>(make: (name: ChainName) => A): { of(name: ChainName): A } => {
  const made = { BTC: make("BTC"), BCH: make("BCH"), LTC: make("LTC") }
  return { of: (name) => made[name] }
}
