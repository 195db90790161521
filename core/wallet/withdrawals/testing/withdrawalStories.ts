import { expect } from "vitest"
import { type WithdrawalEvent, WithdrawalEvents } from "../events.ts"
import type { WithdrawalRequest } from "../Withdrawals.ts"
import type { WithdrawalKit } from "./withdrawalKit.ts"

/** Maximum concurrent requests: each counts as a wrong password until it is verified, and attempts are limited. */
export const AT_ONCE = 5
export const AMOUNT = 1_000_000n
/** Longer than any transaction waits for a higher fee. */
export const PATIENCE_MS = 3_600_000

type NameOf<Tag> = Tag extends `wallet.Withdrawal${infer Name}.v1` ? Name : never
type Name = NameOf<WithdrawalEvent["_tag"]>
type Fact<N extends Name> = Extract<WithdrawalEvent, { readonly _tag: `wallet.Withdrawal${N}.v1` }>

/** Shared setup and checks of withdrawal tests. */
export const withdrawalStories = (kit: WithdrawalKit) => {
  /** Events of one type of a withdrawal, in order. */
  const factsOf = async <N extends Name>(withdrawalId: string, name: N): Promise<ReadonlyArray<Fact<N>>> => {
    const stream = await kit.run(kit.store.readStream(`withdrawal-${withdrawalId}`))
    const facts = stream.map(({ type, data }) => WithdrawalEvents.decodeSync(type, data))
    return facts.filter((fact): fact is Fact<N> => fact._tag === `wallet.Withdrawal${name}.v1`)
  }
  return {
    factsOf,

    /** A person who requested a withdrawal to another person. */
    requested: async (more: Partial<WithdrawalRequest> = {}) => {
      const [personId, script] = [await kit.rich(5_000_000n), await kit.payee()]
      const request = kit.wish(personId, await kit.keep(personId, script), more)
      const { withdrawalId } = await kit.request(request)
      return { personId, script, wish: request, withdrawalId }
    },

    /** Advances as far as possible, with a block after each run. */
    untilDone: async (withdrawalId: string) => {
      for (let steps = 0; steps < 8; steps += 1) {
        await kit.step()
        if (["confirmed", "cancelled", "failed"].includes((await kit.phase(withdrawalId)) ?? "")) break
        await kit.mine(1)
      }
      return kit.phase(withdrawalId)
    },

    /** Nothing is in flight: custody equals the hot wallet, and in-flight accounts are zero. */
    audit: async () => {
      expect(await kit.books()).toMatchObject({ sum: 0n, custody: -(await kit.hot()), out: 0n, network: 0n })
    },

    /** The network fee of a confirmed withdrawal. */
    feeOf: async (withdrawalId: string) => BigInt((await factsOf(withdrawalId, "Confirmed")).at(-1)?.fee ?? 0),
  }
}
