import { Effect, Result } from "effect"
import { PasswordHasher } from "#core/accounts"
import { networks, readAddress } from "#core/chains"
import { uuidv7, writer } from "#core/kernel"
import type { People } from "../../core/accounts/testing/people.ts"
import { writeAddress } from "../../core/chains/addresses/writeAddress.ts"
import { ADDRESS_HOLD_MS, AddressBook, addAddress } from "../../core/wallet/addressBook/AddressBook.ts"
import {
  chooseWithdrawalPassword,
  WithdrawalPassword,
} from "../../core/wallet/withdrawalPassword/WithdrawalPassword.ts"

/** The withdrawal password of accounts that may withdraw. */
export const WITHDRAWAL_PASSWORD = "wise otters pay slowly"

/**
 * Gives a user a withdrawal password and two addresses: one that can be withdrawn to, and one that is still in its
 * waiting period.
 */
export const setWithdrawalPassword = ({ run }: People, personId: string, nowMs: number): Promise<void> =>
  run(
    Effect.gen(function* () {
      const passwordHash = yield* Effect.flatMap(PasswordHasher, ({ hash }) => hash(WITHDRAWAL_PASSWORD))
      const password = yield* writer(WithdrawalPassword)
      yield* password(personId, chooseWithdrawalPassword({ personId, passwordHash, nowMs }))
      const book = yield* writer(AddressBook)
      for (const [index, label] of ["Ledger in the drawer", "Paper wallet"].entries()) {
        const address = writeAddress(networks.BTC.demo, "p2wpkh", Buffer.alloc(20, 7 + index))
        const { text, script } = Result.getOrThrow(readAddress(networks.BTC.demo, address))
        const entry = { entryId: uuidv7(nowMs), assetTypeId: 1, stage: "demo", label, address: text, script }
        const addedMs = index === 0 ? nowMs - ADDRESS_HOLD_MS : nowMs
        yield* book(personId, addAddress(personId, entry, addedMs))
      }
    }).pipe(Effect.orDie),
  )
