import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type OnOwnDatabase, onOwnDatabase } from "../../ledger/testing/onOwnDatabase.ts"
import { openChain } from "../deposits/chainBook.ts"
import { DepositAddresses } from "../deposits/DepositAddresses.ts"
import { BTC, openWithdrawals, type WithdrawalKit } from "../withdrawals/testing/withdrawalKit.ts"
import { Withdrawals } from "../withdrawals/Withdrawals.ts"
import { compareChain } from "./compareChain.ts"
import { Reconciliation } from "./Reconciliation.ts"

let kit: OnOwnDatabase<WithdrawalKit>

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
})
afterAll(() => kit.close())

const resume = (reason: string, commandId: string | null = null) =>
  kit.run(
    Reconciliation.use((reconciliation) => reconciliation.resume("BTC", reason)).pipe(
      Effect.match({ onSuccess: ({ position }) => position, onFailure: (refused) => refused }),
      Effect.provide(Reconciliation.layer),
    ),
    commandId,
  )
const stops = async () => [...(await kit.run(Withdrawals.use(({ rules }) => rules))).stopped]
const free = async (personId: string) => (await kit.stands(personId))[0]
const give = async () => {
  const personId = kit.newId()
  const { script } = await kit.run(
    DepositAddresses.use((depositAddresses) => depositAddresses.give(personId, 1, false)),
  )
  return { personId, script }
}
/** Makes a reorganisation deeper than the watched blocks, so that the watcher halts. */
const halt = async (isLost: boolean) => {
  await kit.scanDeposits()
  await kit.run(kit.world.reorg(BTC.windowBlocks + 6, isLost))
  expect(await kit.scanDeposits()).toMatchObject({ _tag: "Halted" })
}

it("resumes a halted chain: lost deposits are reversed, existing ones counted once, and withdrawals stay stopped", async () => {
  const lasting = await give()
  await kit.run(kit.world.faucet({ script: lasting.script, amount: 300_000n }))
  await kit.mine(10)
  const [lost, late] = [await give(), await give()]
  await kit.run(kit.world.faucet({ script: lost.script, amount: 500_000n }))
  await kit.mine(BTC.windowBlocks + 2)
  await halt(true)
  expect(await Promise.all([free(lasting.personId), free(lost.personId)])).toEqual([300_000n, 500_000n])
  await kit.run(kit.world.faucet({ script: late.script, amount: 700_000n }))
  await kit.mine(BTC.windowBlocks + 3)

  expect(await resume(" ")).toMatchObject({ problem: "reason" })
  expect(await kit.scanDeposits()).toMatchObject({ _tag: "Halted" })
  const id = kit.newId()
  const position = await resume("two nodes agree on the branch", id)
  expect(position).toBeGreaterThan(0)
  expect(await stops()).toEqual([[1, expect.stringMatching(/^the chain was halted: a reorganisation went deeper/)]])
  expect(await kit.scanDeposits()).toMatchObject({ _tag: "Scanned" })
  const amounts = () => Promise.all([lasting, lost, late].map(({ personId }) => free(personId)))
  expect(await amounts()).toEqual([300_000n, 0n, 700_000n])
  expect(await kit.run(compareChain(kit.sql, kit.chain))).toMatchObject({ onChain: 1_000_000n, difference: 0n })

  // A repeated command does nothing, even after the chain halted again; a command without a reason is refused.
  expect(await resume("two nodes agree on the branch", id)).toBe(position)
  expect(await resume("once more")).toBe(0)
  await kit.run(Withdrawals.use((withdrawals) => withdrawals.resume(1)))
  expect(await stops()).toEqual([])
  await halt(false)
  expect(await resume("two nodes agree on the branch", id)).toBe(position)
  expect((await openChain(kit.sql, BTC)).halted).not.toBeNull()
  expect(await resume("looked at again")).toBeGreaterThan(0)
  await kit.mine(BTC.confirmations.large)
  await kit.scanDeposits()
  expect(await amounts()).toEqual([300_000n, 0n, 700_000n])
})

it("resumes a chain with an unknown cursor from its first block", async () => {
  const someone = await give()
  await kit.run(kit.world.faucet({ script: someone.script, amount: 900_000n }))
  await kit.mine(BTC.windowBlocks + BTC.confirmations.large)
  await kit.scanDeposits()
  // As after a reinstalled node.
  await kit.sql`update wallet.chain set cursor = ${"ab".repeat(32)} where asset_type_id = 1`
  expect(await kit.scanDeposits()).toMatchObject({ _tag: "Halted" })
  expect(await resume("the node is another one")).toBeGreaterThan(0)
  expect((await openChain(kit.sql, BTC)).cursor).toBeNull()
  await kit.scanDeposits()
  expect(await free(someone.personId)).toBe(900_000n)
  expect((await kit.run(compareChain(kit.sql, kit.chain))).difference).toBe(0n)
})

it("stays halted while the chain does not answer", async () => {
  await kit.sql`update wallet.chain set halted = 'tried' where asset_type_id = 1`
  await kit.run(kit.world.setAway(true))
  expect(await resume("tried")).toMatchObject({ _tag: "ChainUnavailable" })
  expect((await openChain(kit.sql, BTC)).halted).toBe("tried")
})
