import { Effect, Exit, Result, Schema, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findLitecoind, type Litecoind } from "../../../scripts/run/litecoin.ts"
import { CHANGE_BRANCH, deriveAddress, type OwnAddress } from "../addresses/deriveAddress.ts"
import { readAddress } from "../addresses/readAddress.ts"
import type { AddressRefused } from "../addresses/refusals.ts"
import { keyIo } from "../addresses/testing/vectors.ts"
import { chainConformance } from "../Chain.conformance.ts"
import { networks } from "../networks.ts"
import { inProcessSigner } from "../signer/inProcessSigner.ts"
import { makeKeys } from "../signer/Keys.ts"
import { parseSeed } from "../signer/Seed.ts"
import type { ChainUnderTest } from "../testing/conformance/ChainKit.ts"
import { makeTestAccount, strangerScript } from "../testing/testAccount.ts"
import { UnknownAnswer, WalletTransaction } from "./answers.ts"
import { makeRpcChain } from "./makeRpcChain.ts"
import { makeRpcClient } from "./RpcClient.ts"
import { makeLitecoinWorld } from "./testing/litecoinWorld.ts"
import { startLitecoind } from "./testing/startLitecoind.ts"

const network = networks.LTC.regtest
const litecoind = findLitecoind()

type Opened = ChainUnderTest & { readonly url: string }

/** A node, our chain engine for it, and the other users of the chain. */
async function open(program: Litecoind): Promise<Opened> {
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
    return { chain, world, settled, account: makeTestAccount(network, "litecoind"), url: node.url, close }
  })
  return Effect.runPromise(Scope.provide(opening, scope))
}

if (litecoind === undefined) {
  describe("litecoind (regtest)", () => {
    it.skip("is not on this machine and cannot be had: npm test unpacks Debian's package where there is one")
  })
} else {
  let under: Opened
  // Starting a node takes longer than most of its tests, so one serves both.
  beforeAll(async () => {
    under = await open(litecoind)
  })
  afterAll(() => under.close())
  chainConformance("litecoind (regtest)", network, async () => ({ ...under, close: async () => {} }))
  describe("a real litecoind", () => {
    const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) => Effect.runPromise(Effect.scoped(effect))

    it("derives the same scripts from addresses as we do, also from those that we refuse because they look like Bitcoin's", () =>
      run(
        Effect.gen(function* () {
          const rpc = yield* makeRpcClient({ chain: "LTC", url: under.url })
          const requested = keyIo.litecoin.valid.filter(([stage]) => stage === "regtest").map(([, text]) => text)
          const shared = keyIo.bitcoin.valid.filter(
            ([stage, , script]) => stage === "regtest" && script.startsWith("a914"),
          )
          for (const text of [...requested, ...shared.map(([, each]) => each)]) {
            const said = yield* rpc.call(Validated, { method: "validateaddress", params: [text] })
            const read = readAddress(network, text)
            const ours = Result.isSuccess(read) ? read.success : readInstead(read.failure)
            expect.soft(said.scriptPubKey, text).toBe(ours?.script)
          }
        }),
      ))

    it("confirms what the signer signed, and recognises its scripts after its wallet was unloaded", () =>
      run(
        Effect.gen(function* () {
          const signer = inProcessSigner(makeKeys(parseSeed("ab".repeat(32))))
          const account = yield* signer.account(network)
          const addresses = [deriveAddress(network, account, 0), deriveAddress(network, account, 0, CHANGE_BRANCH)]
          const [address, change] = addresses as [OwnAddress, OwnAddress]
          yield* under.chain.watch(addresses.map(({ script, key }) => ({ script, key, birthHeight: null })))
          yield* under.world.pay(address.script, 3_000_000n)
          yield* under.world.mine(1)
          yield* under.settled ?? Effect.void
          const rpc = yield* makeRpcClient({ chain: "LTC", url: under.url })
          yield* rpc.call(Schema.Unknown, { method: "unloadwallet", params: ["quire"] })
          // Coins left by other tests belong to other keys.
          const { coins } = yield* under.chain.unspent
          const others = coins.filter(({ script }) => script !== address.script)
          yield* under.chain.lockOnly(others.map(({ outpoint }) => outpoint))

          const outputs = [{ script: strangerScript(network, "somebody"), amount: 1_000_000n }]
          const feeMax = 100_000n
          const built = yield* under.chain.build({
            outputs,
            changeScript: change.script,
            feeRate: network.feeRate.fallback,
            feeMax,
            confirmationsMin: 1,
          })
          const signed = yield* signer.sign({ network, psbt: built.psbt, outputs, feeMax })
          expect(signed.fee).toBe(built.fee)
          expect(yield* under.chain.broadcast(signed.raw)).toBe(signed.txid)
          yield* under.world.mine(1)
          yield* under.settled ?? Effect.void
          const { movements } = yield* under.chain.movements(null)
          const back = movements.find(({ script }) => script === change.script)
          expect(back).toMatchObject({
            amount: built.change?.amount,
            status: { _tag: "Confirmed", confirmations: 1 },
          })
        }),
      ))

    it("is not trusted when it reports a payment in the block of its conflict after that block was undone", () =>
      run(
        Effect.gen(function* () {
          const rpc = yield* makeRpcClient({ chain: "LTC", url: under.url })
          const watch = under.account.watchOf(0, 901)
          yield* under.chain.watch([watch])
          // The paying coins lie below the blocks that are undone.
          yield* under.world.mine(3)
          const txid = yield* under.world.pay(watch.script, 2_000_000n)
          const { hex } = yield* rpc.call(WalletTransaction, {
            method: "gettransaction",
            params: [txid],
            wallet: "world",
          })
          yield* under.world.doubleSpend(txid)
          yield* under.settled ?? Effect.void
          const status = under.chain.statusOf({ txid, inputs: [] })
          expect(yield* status).toMatchObject({ _tag: "Conflicted", confirmations: 1 })
          // Litecoin Core keeps counting from the height of that block: with two blocks less, it reports the payment in
          // it, with two confirmations.
          const { height } = yield* under.chain.tip
          const undone = yield* under.chain.blockAt(height - 2)
          yield* rpc.call(UnknownAnswer, { method: "invalidateblock", params: [undone?.hash] })
          yield* under.settled ?? Effect.void
          expect(yield* status).toEqual({ _tag: "Absent" })
          // Empty blocks up to the height at which the payment may be mined again (its lock time).
          yield* under.world.reorg(1)
          yield* under.world.reorg(1)
          yield* under.world.mine(1, [hex])
          yield* under.settled ?? Effect.void
          expect(yield* status).toMatchObject({ _tag: "Confirmed", confirmations: 1 })
          yield* under.world.mine(3)
        }),
      ))

    it("reports conflicts of payments that an earlier process had reported", () =>
      run(
        Effect.gen(function* () {
          const watch = under.account.watchOf(0, 900)
          yield* under.chain.watch([watch])
          const txid = yield* under.world.pay(watch.script, 2_000_000n)
          yield* under.settled ?? Effect.void
          const by = yield* under.world.doubleSpend(txid)
          yield* under.settled ?? Effect.void
          const { cursor } = yield* under.chain.movements(null)
          for (const from of [null, cursor]) {
            const fresh = yield* makeRpcChain({ network, url: under.url })
            const { movements } = yield* fresh.movements(from)
            expect(movements.filter(({ script }) => script === watch.script)).toEqual([
              {
                outpoint: { txid, vout: expect.any(Number) as number },
                script: watch.script,
                amount: 2_000_000n,
                isImmature: false,
                status: { _tag: "Conflicted", by, confirmations: 1 },
              },
            ])
          }
        }),
      ))
  })
}

const Validated = Schema.Struct({ isvalid: Schema.Literal(true), scriptPubKey: Schema.String })

/** The address that a refusal suggests. */
const readInstead = ({ instead = "" }: AddressRefused) => Result.getOrUndefined(readAddress(network, instead))
