import { expect } from "vitest"
import { type WithdrawalEvent, WithdrawalEvents } from "../events.ts"
import type { WithdrawalWish } from "../Withdrawals.ts"
import type { WithdrawalKit } from "./withdrawalKit.ts"

/** What may be asked for at once: a password is counted as wrong until it is looked at, and so many may be. */
export const AT_ONCE = 5
export const AMOUNT = 1_000_000n
/** Longer than any transaction waits before it gets a higher fee. */
export const PATIENCE_MS = 3_600_000

type NameOf<Tag> = Tag extends `wallet.Withdrawal${infer Name}.v1` ? Name : never
type Name = NameOf<WithdrawalEvent["_tag"]>
type Fact<N extends Name> = Extract<WithdrawalEvent, { readonly _tag: `wallet.Withdrawal${N}.v1` }>

/** What most stories of withdrawals begin with, and what is looked at in their course. */
export const withdrawalStories = (kit: WithdrawalKit) => {
  /** Facts of one kind about a withdrawal, in their order. */
  const factsOf = async <N extends Name>(withdrawalId: string, name: N): Promise<ReadonlyArray<Fact<N>>> => {
    const stream = await kit.run(kit.store.readStream(`withdrawal-${withdrawalId}`))
    const facts = stream.map(({ type, data }) => WithdrawalEvents.decodeSync(type, data))
    return facts.filter((fact): fact is Fact<N> => fact._tag === `wallet.Withdrawal${name}.v1`)
  }
  return {
    factsOf,

    /** Somebody who asked for a withdrawal to somebody else. */
    asked: async (more: Partial<WithdrawalWish> = {}) => {
      const [personId, script] = [await kit.rich(5_000_000n), await kit.payee()]
      const wish = kit.wish(personId, await kit.keep(personId, script), more)
      const { withdrawalId } = await kit.request(wish)
      return { personId, script, wish, withdrawalId }
    },

    /** As far as it goes with a block after each step. */
    untilDone: async (withdrawalId: string) => {
      for (let steps = 0; steps < 8; steps += 1) {
        await kit.step()
        if (["confirmed", "cancelled", "failed"].includes((await kit.phase(withdrawalId)) ?? "")) break
        await kit.mine(1)
      }
      return kit.phase(withdrawalId)
    },

    /** Nothing is under way: custody is what the hot wallet has, and what is on the way is nothing. */
    audit: async () => {
      expect(await kit.books()).toMatchObject({ sum: 0n, custody: -(await kit.hot()), out: 0n, network: 0n })
    },

    /** What the network takes of one that has arrived. */
    feeOf: async (withdrawalId: string) => BigInt((await factsOf(withdrawalId, "Confirmed")).at(-1)?.fee ?? 0),
  }
}
