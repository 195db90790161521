import { Effect } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { writeAddress } from "../chains/addresses/writeAddress.ts"
import { bytesOf } from "../chains/bytes.ts"
import { AddressBooks } from "../wallet/addressBook/AddressBooks.ts"
import { Assets } from "../wallet/assets/Assets.ts"
import { DepositAddresses } from "../wallet/deposits/DepositAddresses.ts"
import { WithdrawalPasswords } from "../wallet/withdrawalPassword/WithdrawalPasswords.ts"
import { BTC, openWithdrawals, PASSWORD, type WithdrawalKit } from "../wallet/withdrawals/testing/withdrawalKit.ts"
import { Withdrawals } from "../wallet/withdrawals/Withdrawals.ts"
import { type OnOwnDatabase, onOwnDatabase } from "./testing/onOwnDatabase.ts"

let kit: OnOwnDatabase<WithdrawalKit>
let personId: string
let stored: { readonly addresses: ReadonlyArray<string>; readonly entries: ReadonlyArray<string> }

beforeAll(async () => {
  kit = await onOwnDatabase(openWithdrawals)
  personId = await kit.rich(100_000n)
  const scripts = [await kit.payee(), await kit.payee(), await kit.payee(), await kit.payee()]
  const addresses = scripts.slice(2).map((script) => writeAddress(BTC, "p2wpkh", bytesOf(script.slice(4))))
  const entries = [await kit.keep(personId, scripts[0] ?? ""), await kit.keep(personId, scripts[1] ?? "")]
  stored = { addresses, entries: entries.map(({ entryId }) => entryId) }
})
afterAll(() => kit.close())

type Asking = Parameters<WithdrawalKit["run"]>[0]
const asset = (
  request: (assets: (typeof Assets)["Service"]) => ReturnType<(typeof Assets)["Service"]["add"]>,
): Asking => Effect.provide(Assets.use(request), Assets.layer)
const address = (label: string, place: 0 | 1): Asking =>
  AddressBooks.use((books) => books.add(personId, { assetTypeId: 1, label, address: stored.addresses[place] ?? "" }))

/** Commands, each with how it says something else. */
const COMMANDS: Readonly<Record<string, readonly [same: () => Asking, other: () => Asking]>> = {
  "stopping withdrawals": [
    () => Withdrawals.use((withdrawals) => withdrawals.stop(1, "a leak")),
    () => Withdrawals.use((withdrawals) => withdrawals.stop(2, "a leak")),
  ],
  "stopping withdrawals for another reason": [
    () => Withdrawals.use((withdrawals) => withdrawals.stop(3, "a leak")),
    () => Withdrawals.use((withdrawals) => withdrawals.stop(3, "a fork")),
  ],
  "letting them go on": [
    () => Withdrawals.use((withdrawals) => withdrawals.resume(1)),
    () => Withdrawals.use((withdrawals) => withdrawals.resume(null)),
  ],
  "setting rules": [
    () =>
      Withdrawals.use((withdrawals) => withdrawals.setRules({ assetTypeId: 1, rules: { minimum: 20_000n } }, "dust")),
    () =>
      Withdrawals.use((withdrawals) => withdrawals.setRules({ assetTypeId: 1, rules: { minimum: 30_000n } }, "dust")),
  ],
  "adding an asset type": [
    () => asset((assets) => assets.add({ name: "DOGE", digits: 8 })),
    () => asset((assets) => assets.add({ name: "DOGE", digits: 6 })),
  ],
  "changing an asset type": [
    () => asset((assets) => assets.change(4, { name: "USDX" })),
    () => asset((assets) => assets.change(5, { name: "USDX" })),
  ],
  "keeping an address": [() => address("Mara", 0), () => address("Mara", 1)],
  "keeping an address under another name": [() => address("Jonas", 1), () => address("Mara", 1)],
  "forgetting an address": [
    () => AddressBooks.use((books) => books.remove(personId, stored.entries[0] ?? "")),
    () => AddressBooks.use((books) => books.remove(personId, stored.entries[1] ?? "")),
  ],
  "giving out another address for deposits": [
    () => DepositAddresses.use((depositAddresses) => depositAddresses.give(personId, 1, true)),
    () => DepositAddresses.use((depositAddresses) => depositAddresses.give(personId, 2, true)),
  ],
  "changing the withdrawal password": [
    () =>
      WithdrawalPasswords.use((withdrawalPasswords) =>
        withdrawalPasswords.set(personId, { password: PASSWORD }, "slow otters pay wisely"),
      ),
    () =>
      WithdrawalPasswords.use((withdrawalPasswords) =>
        withdrawalPasswords.set(personId, { password: PASSWORD }, "otters never pay at all"),
      ),
  ],
}

it.each(Object.entries(COMMANDS))("%s happens once with one id, and not with other words", async (_, [same, other]) => {
  const commandId = kit.newId()
  const refusalOf = (asking: Asking) =>
    kit.run(Effect.match(asking, { onSuccess: () => null, onFailure: (refused) => refused }), commandId)
  const facts = async () => (await kit.sql<Array<{ count: number }>>`select count(*)::int from es.event`)[0]?.count ?? 0
  const before = await facts()
  expect(await refusalOf(same())).toBeNull()
  expect(await facts()).toBe(before + 1)
  expect(await refusalOf(same())).toBeNull()
  expect(await refusalOf(other())).toMatchObject({ _tag: "CommandReused" })
  expect(await facts()).toBe(before + 1)
})
