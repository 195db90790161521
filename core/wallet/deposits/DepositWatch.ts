import { Clock, Context, Effect, Layer, Result } from "effect"
import {
  type ChainName,
  Chains,
  type Hex,
  type Movement,
  type Network,
  type Signer,
  writeKeyAccount,
} from "#core/chains"
import { currentTimeIso, EventStore, jointWriter, Sealing, Sql, uuidv7 } from "#core/kernel"
import {
  catchClosed,
  debitUpTo,
  personAccount,
  storeRefusingClosedWallets,
  Transfer,
  transferredEvent,
} from "#core/ledger"
import { RULES_ID, Rules, stopWithdrawals } from "../withdrawalRules/Rules.ts"
import { giveUpUnsigned } from "../withdrawals/giveUpUnsigned.ts"
import { findClosedOwners, findScriptOwners, haltChain, openChain, saveCursor, saveKeyAccount } from "./chainBook.ts"
import { Deposit } from "./Deposit.ts"
import { type DepositSighting, decideDeposit } from "./decideDeposit.ts"
import { depositEntries } from "./depositEntries.ts"
import type { DepositEvent } from "./events.ts"
import { PrepaidPayments } from "./PrepaidPayments.ts"

/**
 * The amount that one reorganisation could undo together with an output: everything its transaction pays to people
 * here, or everything its owner has in shallow blocks, whichever is larger. This prevents splitting a large payment to
 * get fewer confirmations. Unconfirmed outputs count alone, because anyone can announce payments that never confirm.
 * @param deep confirmations from which a large amount is safe
 */
const exposureOf = (movements: ReadonlyArray<Movement>, owners: ReadonlyMap<Hex, string>, deep: number) => {
  const byTransaction = new Map<string, bigint>()
  const byOwner = new Map<string, bigint>()
  for (const { script, outpoint, amount, status } of movements) {
    const ownerId = owners.get(script)
    if (ownerId === undefined) continue
    add(byTransaction, outpoint.txid, amount)
    if (status._tag === "Confirmed" && status.confirmations < deep) add(byOwner, ownerId, amount)
  }
  return ({ outpoint, amount }: Movement, ownerId: string): bigint =>
    [byTransaction.get(outpoint.txid) ?? 0n, byOwner.get(ownerId) ?? 0n].reduce(
      (most, each) => (each > most ? each : most),
      amount,
    )
}

const add = (sums: Map<string, bigint>, key: string, amount: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}

/** Value of an amount in US cents; null if there is no valid rate. */
type UsdCentsOf = (assetTypeId: number, units: bigint) => Effect.Effect<bigint | null>

/** Confirmations required for an amount. Without a rate, the amount counts as large. */
const confirmationsFor = ({ assetTypeId, confirmations }: Network, amount: bigint, usdCentsOf: UsdCentsOf) =>
  Effect.map(usdCentsOf(assetTypeId, amount), (cents) =>
    cents !== null && cents < confirmations.largeFromUsdCents ? confirmations.usual : confirmations.large,
  )

/** Result of scanning one chain for deposits. */
export type ScanResult =
  | { readonly _tag: "Scanned"; readonly height: number; readonly facts: number }
  | { readonly _tag: "Unavailable"; readonly detail: string }
  | { readonly _tag: "Halted"; readonly why: string }

/** Scans the chains for payments to deposit addresses. Safe to run in several workers at once. */
export class DepositWatch extends Context.Service<
  DepositWatch,
  {
    /** Stores the account key from which addresses are derived. Required before the first deposit. */
    openAccount(name: ChainName, signer: Signer): Effect.Effect<void, { readonly _tag: string }>
    /** Scans a chain once and books the changes. Can be interrupted at any point and repeated. */
    scan(name: ChainName, usdCentsOf: UsdCentsOf): Effect.Effect<ScanResult>
  }
>()("core/wallet/DepositWatch") {
  static readonly layer = Layer.effect(
    DepositWatch,
    Effect.gen(function* () {
      const { client: sql } = yield* Sql
      const chains = yield* Chains
      const store = yield* EventStore
      const sealing = yield* Sealing
      const prepaid = yield* PrepaidPayments
      const write = yield* jointWriter.pipe(
        Effect.provideService(EventStore, storeRefusingClosedWallets(store)),
        Effect.provideService(Sealing, sealing),
      )
      const giveUp = yield* giveUpUnsigned.pipe(
        Effect.provideService(EventStore, store),
        Effect.provideService(Sealing, sealing),
      )
      /**
       * Last status of each output and the version of its stream. If both are unchanged, the output is skipped. The
       * version is needed because other workers scan too.
       */
      const sights = new Map<string, string>()

      const book = Effect.fnUntraced(function* (network: Network, sight: Omit<DepositSighting, "left">) {
        const { depositId, ownerId, movement, at } = sight
        const { assetTypeId } = network
        const transferId = uuidv7(yield* Clock.currentTimeMillis)
        const parts = {
          deposit: { aggregate: Deposit, id: depositId },
          transfer: { aggregate: Transfer, id: transferId },
          rules: { aggregate: Rules, id: RULES_ID },
        }
        const account = personAccount("available", assetTypeId, ownerId)
        const decided = (seen: DepositSighting) =>
          write(parts, ({ deposit, rules }) => {
            const facts = decideDeposit(seen)(deposit)
            const entries = facts.flatMap(depositEntries)
            const about = { transferId, reference: `deposit-${depositId}`, at, entries }
            const reversed = facts.find((fact) => fact._tag === "wallet.DepositReversed.v1")
            const purpose = reversed === undefined ? "deposit" : "reversal"
            const transfer = entries.length === 0 ? [] : [transferredEvent({ ...about, purpose })]
            // The deposit of a closed wallet is entirely in suspense.
            const missing = BigInt(reversed?.missing ?? 0) + (deposit?.missing ?? 0n)
            if (reversed === undefined || missing <= 0n) return Result.succeed({ deposit: facts, transfer })
            // Liabilities exceed coins: stop withdrawals until an operator has checked.
            const reason = `the deposit ${depositId} was undone, and its owner has ${missing} of it no longer`
            const stop = stopWithdrawals({ assetTypeId, reason, by: "system", at })(rules)
            return Result.map(stop, (stopped) => ({ deposit: facts, transfer, rules: stopped }))
          })
        const attempt = (left: bigint) =>
          // The owner may have closed the wallet since the scan began.
          catchClosed(decided({ ...sight, left }), decided({ ...sight, left, isOwnerGone: true }))
        const reason = `the deposit ${depositId} was undone`
        const { amount } = movement
        const makeRoom = Effect.andThen(
          giveUp(sql, { personId: ownerId, assetTypeId, reason }),
          prepaid.giveBack({ personId: ownerId, assetTypeId, amount }),
        )
        const { facts } = yield* debitUpTo(sql, account, amount, attempt, makeRoom)
        for (const fact of facts.deposit ?? []) yield* notifyOperators(fact)
        return facts.deposit?.length ?? 0
      })

      const sightOf = Effect.fnUntraced(function* (
        network: Network,
        movement: Movement,
        { owners, gone, versions, together }: Known,
        usdCentsOf: UsdCentsOf,
      ) {
        const depositId = idOf(network, movement)
        const ownerId = owners.get(movement.script)
        if (ownerId === undefined) return null
        const confirmationsNeeded = yield* confirmationsFor(network, together(movement, ownerId), usdCentsOf)
        const { status } = movement
        const { usual, large } = network.confirmations
        const seen =
          status._tag === "Confirmed"
            ? // The required confirmations are one of these two values, fixed when the output was first seen.
              `${status.block.hash} ${status.confirmations >= usual} ${status.confirmations >= large}`
            : JSON.stringify(status)
        const digest = `${versions.get(`${Deposit.category}-${depositId}`) ?? 0} ${seen}`
        if (sights.get(depositId) === digest) return null
        const at = yield* currentTimeIso
        const { assetTypeId } = network
        const isOwnerGone = gone.has(ownerId)
        return {
          check: digest,
          sight: { movement, depositId, ownerId, assetTypeId, confirmationsNeeded, at, isOwnerGone },
        }
      })

      return DepositWatch.of({
        openAccount: Effect.fn("DepositWatch.openAccount")(function* (name, signer) {
          const { network } = chains.of(name)
          yield* Effect.promise(() => openChain(sql, network))
          const account = yield* signer.account(network)
          yield* Effect.promise(() => saveKeyAccount(sql, network, writeKeyAccount(account)))
        }),

        scan: Effect.fn("DepositWatch.scan")(function* (name, usdCentsOf) {
          const chain = chains.of(name)
          const { network } = chain
          const place = yield* Effect.promise(() => openChain(sql, network))
          if (place.halted !== null) return { _tag: "Halted", why: place.halted }
          const seen = yield* chain.movements(place.cursor).pipe(Effect.result)
          if (seen._tag === "Failure") {
            const { failure } = seen
            if (failure._tag === "ChainUnavailable") return { _tag: "Unavailable", detail: failure.detail }
            const why = `a reorganisation went deeper than ${network.windowBlocks} blocks`
            yield* Effect.promise(() => haltChain(sql, network, why))
            return { _tag: "Halted", why }
          }
          const { movements, cursor, tip } = seen.success
          const owners = yield* Effect.promise(() =>
            findScriptOwners(
              sql,
              movements.map(({ script }) => script),
            ),
          )
          const together = exposureOf(movements, owners, network.confirmations.large)
          const closed = yield* Effect.promise(() => findClosedOwners(sql, [...owners.values()]))
          const current = new Set(movements.map((movement) => idOf(network, movement)))
          const versions = yield* store.versions([...current].map((id) => `${Deposit.category}-${id}`))
          let facts = 0
          for (const movement of movements) {
            const fresh = yield* sightOf(network, movement, { owners, gone: closed, versions, together }, usdCentsOf)
            if (fresh === null) continue
            const gained = yield* book(network, fresh.sight)
            // A booked output has a new stream version; the next scan reads it.
            if (gained === 0) sights.set(fresh.sight.depositId, fresh.check)
            facts += gained
          }
          for (const id of sights.keys())
            if (id.startsWith(`${network.assetTypeId}.`) && !current.has(id)) sights.delete(id)
          yield* Effect.promise(() => saveCursor(sql, network, { cursor, tip }))
          return { _tag: "Scanned", height: tip.height, facts }
        }),
      })
    }),
  )
}

/** Reports deposits that an operator must check. */
const notifyOperators = (fact: DepositEvent) => {
  const { depositId } = fact
  if (fact._tag === "wallet.DepositReversed.v1" && fact.missing !== "0")
    return Effect.logError("an undone deposit is in its owner's account no longer", {
      depositId,
      missing: fact.missing,
    })
  return fact._tag === "wallet.DepositCredited.v1" && fact.owed !== undefined
    ? Effect.logError("a deposit went to suspense: its owner had spent it before, or has left", {
        depositId,
        owed: fact.owed,
      })
    : Effect.void
}

/** Context of one scan: owners of scripts, closed wallets, stream versions, and the exposure of each output. */
type Known = {
  readonly owners: ReadonlyMap<Hex, string>
  readonly gone: ReadonlySet<string>
  readonly versions: ReadonlyMap<string, number>
  readonly together: ReturnType<typeof exposureOf>
}

const idOf = ({ assetTypeId }: Network, { outpoint: { txid, vout } }: Movement): string =>
  `${assetTypeId}.${txid}.${vout}`
