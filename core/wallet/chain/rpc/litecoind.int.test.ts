import { Effect, Exit, Scope } from "effect"
import { describe, it } from "vitest"
import { findLitecoind, type Litecoind } from "../../../../scripts/lib/litecoin.ts"
import { chainConformance } from "../Chain.conformance.ts"
import { networks } from "../networks.ts"
import type { ChainUnderTest } from "../testing/conformance/ChainKit.ts"
import { makeTestAccount } from "../testing/testAccount.ts"
import { makeRpcChain } from "./makeRpcChain.ts"
import { makeRpcClient } from "./RpcClient.ts"
import { makeLitecoinWorld } from "./testing/litecoinWorld.ts"
import { startLitecoind } from "./testing/startLitecoind.ts"

const network = networks.LTC.regtest
const litecoind = findLitecoind()

/** A node, the chain behind the port, and everybody else on it. */
async function open(program: Litecoind): Promise<ChainUnderTest> {
  const node = await startLitecoind(program)
  const scope = Scope.makeUnsafe()
  const close = async () => {
    await Effect.runPromise(Scope.close(scope, Exit.void))
    await node.stop()
  }
  const opening = Effect.gen(function* () {
    const rpc = yield* makeRpcClient({ chain: network.name, url: node.url })
    const { world, settled } = yield* makeLitecoinWorld(network, rpc)
    const chain = yield* makeRpcChain({ network, url: node.url })
    return { chain, world, settled, account: makeTestAccount(network, "litecoind"), close }
  })
  return Effect.runPromise(Scope.provide(opening, scope))
}

if (litecoind === undefined) {
  describe("litecoind (regtest)", () => {
    it.skip("is not on this machine and cannot be had: npm test unpacks Debian's package where there is one")
  })
} else {
  chainConformance("litecoind (regtest)", network, () => open(litecoind))
}
