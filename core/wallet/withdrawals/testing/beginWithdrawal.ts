import { Effect } from "effect"
import { Sealing } from "#core/kernel"
import type { LedgerKit } from "../../../ledger/testing/ledgerKit.ts"
import { WithdrawalEvents, WithdrawalRequested } from "../events.ts"

/** The events of a withdrawal of 10,000 units, for tests that need an existing one. */
export const beginWithdrawal = async (
  ledger: LedgerKit,
  personId: string,
  payee = { address: "demobtc1somebody", script: "0014" },
): Promise<string> => {
  const withdrawalId = ledger.newId()
  const at = new Date().toISOString()
  const requested = WithdrawalRequested.make({
    ...{ withdrawalId, personId, assetTypeId: 1, stage: "demo", amount: "10000", fee: "4000", speed: "normal" },
    ...{ entryId: ledger.newId(), internalRecipientId: null, dueAt: at },
    ...payee,
    approvalsNeeded: 1,
    limits: { person: "100000", all: "100000" },
    requestedAt: at,
  })
  const event = await Effect.runPromise(Effect.provide(WithdrawalEvents.encode(requested), Sealing.layerMemory))
  await ledger.use((service) =>
    service.placeHold({
      holdId: withdrawalId,
      purpose: "withdrawal",
      account: `available:1:${personId}`,
      amount: 14_000n,
      also: [{ stream: `withdrawal-${withdrawalId}`, expected: 0, events: [event] }],
    }),
  )
  return withdrawalId
}
