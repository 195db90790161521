import { Effect, Result } from "effect"
import type { Hex, Network } from "#core/chains"
import { CHANGE_BRANCH, deriveAddress, type OwnAddress, readKeyAccount } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { leftOf, openChain, ownersOf } from "../deposits/chainBook.ts"

/** All change of a chain goes to one address: what a hot wallet spends is known to be one wallet's anyway. */
const CHANGE_INDEX = 0

/** The address that change goes to; null while nobody has said from whose keys addresses are given. */
export const changeAddress = async (sql: SqlClient, network: Network): Promise<OwnAddress | null> => {
  const { keyAccount } = await openChain(sql, network)
  if (keyAccount === null) return null
  return deriveAddress(network, Result.getOrThrow(readKeyAccount(network, keyAccount)), CHANGE_INDEX, CHANGE_BRANCH)
}

/** The person who was given an address with this script; null where it is nobody's here. */
export const recipientOf = async (sql: SqlClient, script: Hex): Promise<string | null> =>
  (await ownersOf(sql, [script])).get(script) ?? null

/** Whether somebody has left, so that nothing can be theirs any more. */
export const hasLeft = (sql: SqlClient, personId: string): Effect.Effect<boolean> =>
  Effect.promise(async () => (await leftOf(sql, [personId])).has(personId))

/** Whether a script is one that a person has no reason to withdraw to: their own address here, or that of our change. */
export const isOwnScript = (sql: SqlClient, network: Network, script: Hex, personId: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    if ((await recipientOf(sql, script)) === personId) return true
    return (await changeAddress(sql, network))?.script === script
  })
