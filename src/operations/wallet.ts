import { Effect, Result } from "effect"
import { CHAIN_NAMES, Chains, chainOfAsset, readAddress } from "#core/chains"
import { Sql } from "#core/kernel"
import { Ledger, unitsText } from "#core/ledger"
import { makeOperation, type Parameter } from "#core/operations"
import { Operators } from "#core/operators"
import { AddressBooks, Reconciliation, Withdrawals } from "#core/wallet"
import { openWithdrawals } from "#projections/wallet"
import { assetTypes } from "#src/lib/assetTypes.ts"
import { cannotPlan, personCode, personIdOf, planPerson, reason, step } from "./parts.ts"

const withdrawal = { kind: "text", lengthMax: 36 } as const satisfies Parameter
const ALL = "all"
const nameOf = (assetTypeId: number): string =>
  assetTypes().find((each) => each.assetTypeId === assetTypeId)?.name ?? String(assetTypeId)
/** Reconciliation stops assets without a chain, too. */
const coin = {
  kind: "choice",
  options: [ALL, ...assetTypes().map(({ name }) => name)],
} as const satisfies Parameter
const chain = { kind: "choice", options: CHAIN_NAMES } as const satisfies Parameter

/** The asset of a coin's name; null for all. */
const assetOf = (name: string): number | null =>
  name === ALL ? null : (assetTypes().find((each) => each.name === name)?.assetTypeId ?? null)

/** An open withdrawal with the texts of a plan. Its owner and those who are paid decide nothing about it. */
const planWithdrawal = Effect.fn("planWithdrawal")(function* (withdrawalId: string) {
  const found = (yield* openWithdrawals).find((each) => each.withdrawalId === withdrawalId)
  if (found === undefined) return yield* Effect.fail(cannotPlan("noWithdrawal"))
  const digits = assetTypes().find((each) => each.assetTypeId === found.assetTypeId)?.digits ?? 0
  const amount = `${unitsText(found.amount, digits)} ${nameOf(found.assetTypeId)}`
  return {
    personIds: [found.personId, ...(yield* findPayees(found))],
    values: { amount, address: found.address, id: withdrawalId },
    found,
  }
})

/** The person who has this deposit address, and operators who keep it in the address book of their own account. */
const findPayees = Effect.fn("findPayees")(function* (found: Payment) {
  const { script } = yield* payeeOf(found)
  if (script === undefined) return []
  const [{ client: sql }, books] = [yield* Sql, yield* AddressBooks]
  const owners = yield* Effect.promise(
    () => sql<Array<{ personId: string }>>`select owner_id as "personId" from wallet.address where script = ${script}`,
  )
  const linked = (yield* Operators.use(({ list }) => list)).flatMap(({ personIds }) => personIds)
  const keeping = yield* Effect.filter(linked, (personId) =>
    Effect.map(books.list(personId), (entries) => entries.some((entry) => entry.script === script)),
  )
  return [...owners.map(({ personId }) => personId), ...keeping]
})

type Payment = { readonly assetTypeId: number; readonly address: string; readonly amount: bigint }

/**
 * What the signer compares with the payment before it accepts the approval: the exact receiver, amount and network.
 * Nothing for an address that cannot be paid on a chain, so that the signer does not count the approval.
 */
const payeeOf = Effect.fn("payeeOf")(function* (
  found: Payment,
): Effect.fn.Return<{ readonly network?: string; readonly script?: string; readonly units?: string }, never, Chains> {
  const name = chainOfAsset(found.assetTypeId)
  if (name === null) return {}
  const { network } = (yield* Chains).of(name)
  return Result.match(readAddress(network, found.address), {
    onFailure: () => ({}),
    onSuccess: ({ script }) => ({
      ...{ network: `${network.name} ${network.stage}`, script, units: found.amount.toString() },
    }),
  })
})

const approveWithdrawal = makeOperation({
  name: "withdrawals.approve",
  permission: "withdrawals.approve",
  // The withdrawal itself counts the operators who approved it: a large one needs two.
  approvals: 1,
  parameters: { withdrawal },
  plan: ({ withdrawal: id }) =>
    Effect.gen(function* () {
      const { personIds, values, found } = yield* planWithdrawal(id)
      return { personIds, steps: [step("approveWithdrawal", { ...values, ...(yield* payeeOf(found)) })] }
    }),
  execute: ({ withdrawal: id }, by) => Withdrawals.use((service) => service.approve(id, by)),
})

const rejectWithdrawal = makeOperation({
  name: "withdrawals.reject",
  permission: "withdrawals.stop",
  approvals: 1,
  parameters: { withdrawal, reason },
  plan: ({ withdrawal: id, reason: why }) =>
    Effect.map(planWithdrawal(id), ({ personIds, values }) => ({
      personIds,
      steps: [step("rejectWithdrawal", { ...values, reason: why })],
    })),
  execute: ({ withdrawal: id, reason: why }) =>
    Withdrawals.use((service) => service.cancel(id, { operator: true, reason: why })),
})

const stopWithdrawals = makeOperation({
  name: "withdrawals.stop",
  permission: "withdrawals.stop",
  approvals: 1,
  parameters: { coin, reason },
  plan: ({ coin: name, reason: why }) =>
    Effect.succeed({ personIds: [], steps: [step("stopWithdrawals", { coin: name, reason: why })] }),
  execute: ({ coin: name, reason: why }) => Withdrawals.use((service) => service.stop(assetOf(name), why)),
  undo: ({ coin: name }) => ({ name: "withdrawals.resume", parameters: { coin: name } }),
})

const resumeWithdrawals = makeOperation({
  name: "withdrawals.resume",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { coin },
  plan: ({ coin: name }) =>
    Effect.gen(function* () {
      const { stopped } = yield* Withdrawals.use(({ rules }) => rules)
      if (!stopped.has(assetOf(name))) return yield* Effect.fail(cannotPlan("notStopped", { coin: name }))
      return { personIds: [], steps: [step("resumeWithdrawals", { coin: name })] }
    }),
  execute: ({ coin: name }) => Withdrawals.use((service) => service.resume(assetOf(name))),
  undo: ({ coin: name }) => ({ name: "withdrawals.stop", parameters: { coin: name } }),
})

const resumeChain = makeOperation({
  name: "wallet.resumeChain",
  permission: "withdrawals.resume",
  approvals: 2,
  parameters: { chain, reason },
  plan: ({ chain: name, reason: why }) =>
    Effect.gen(function* () {
      const halt = yield* Reconciliation.use((service) => service.haltOf(name as (typeof CHAIN_NAMES)[number]))
      if (halt === null) return yield* Effect.fail(cannotPlan("notHalted", { chain: name }))
      const steps = [step("stopWithdrawals", { coin: name, reason: why }), step("scanAgain", { chain: name })]
      return { personIds: [], steps }
    }),
  execute: ({ chain: name, reason: why }) =>
    Reconciliation.use((service) => service.resume(name as (typeof CHAIN_NAMES)[number], why)),
})

/** Stops or allows the spending of a person; deposits go on. */
const freezing = (isFrozen: boolean) =>
  makeOperation({
    name: isFrozen ? "wallet.freeze" : "wallet.unfreeze",
    permission: isFrozen ? "people.freeze" : "withdrawals.resume",
    approvals: isFrozen ? 1 : 2,
    parameters: { person: personCode, reason },
    plan: ({ person, reason: why }) =>
      Effect.map(planPerson(person), ({ personId, userCode: name }) => ({
        personIds: [personId],
        steps: [step(isFrozen ? "freeze" : "unfreeze", { name, reason: why })],
      })),
    execute: ({ person, reason: why }) =>
      Effect.flatMap(personIdOf(person), (personId) =>
        Ledger.use((ledger) => ledger.setFrozen(personId, isFrozen, why)),
      ),
    undo: ({ person }) => ({ name: isFrozen ? "wallet.unfreeze" : "wallet.freeze", parameters: { person } }),
  })

export const walletOperations = [
  approveWithdrawal,
  rejectWithdrawal,
  stopWithdrawals,
  resumeWithdrawals,
  resumeChain,
  freezing(true),
  freezing(false),
] as const
