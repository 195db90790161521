import { Result } from "effect"
import { type Aggregate, type Decide, formatIso } from "#core/kernel"
import type { RetentionPolicy } from "../contract.ts"
import { type RetentionEvent, RetentionEvents, RetentionSet } from "./events.ts"

export const RETENTION_ID = "all"

/** The policy of this installation. */
export const Retention: Aggregate<RetentionPolicy, RetentionEvent> = {
  category: "idpolicy",
  events: RetentionEvents,
  initial: "prove-and-shred",
  evolve: (_, { policy }) => policy,
}

/** Sets the policy for decisions from now on; earlier ones keep their day. */
export const setRetention =
  (policy: RetentionPolicy, by: string, nowMs: number): Decide<RetentionPolicy, RetentionEvent, never> =>
  (current) =>
    Result.succeed(current === policy ? [] : [RetentionSet.make({ policy, by, setAt: formatIso(nowMs) })])
