import { Effect, Result } from "effect"
import type { Hex, Network } from "#core/chains"
import { CHANGE_BRANCH, deriveAddress, type OwnAddress, readKeyAccount } from "#core/chains"
import type { SqlClient } from "#core/kernel"
import { findClosedOwners, findScriptOwners, openChain } from "../deposits/chainBook.ts"

/** All change goes to one address: the inputs of a hot wallet are linkable anyway. */
const CHANGE_INDEX = 0

/** The change address; null before an account key is stored. */
export const changeAddress = async (sql: SqlClient, network: Network): Promise<OwnAddress | null> => {
  const { keyAccount } = await openChain(sql, network)
  if (keyAccount === null) return null
  return deriveAddress(network, Result.getOrThrow(readKeyAccount(network, keyAccount)), CHANGE_INDEX, CHANGE_BRANCH)
}

/** Owner of the deposit address with this script; null if there is none. */
export const recipientOf = async (sql: SqlClient, script: Hex): Promise<string | null> =>
  (await findScriptOwners(sql, [script])).get(script) ?? null

/** Whether a person has closed the wallet. */
export const hasLeft = (sql: SqlClient, personId: string): Effect.Effect<boolean> =>
  Effect.promise(async () => (await findClosedOwners(sql, [personId])).has(personId))

/**
 * Whether a withdrawal to this script makes no sense for a person: their own deposit address, or our change address.
 */
export const isOwnScript = (sql: SqlClient, network: Network, script: Hex, personId: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    if ((await recipientOf(sql, script)) === personId) return true
    return (await changeAddress(sql, network))?.script === script
  })
