import { Result } from "effect"
import { type Aggregate, formatIso } from "#core/kernel"
import { ACCESS_GIVEN_MAX } from "../limits.ts"
import { NoFreeAccess } from "../refusals.ts"
import type { AccessPassState } from "./AccessPass.ts"
import { type GivenAccess, giveAccess, type PassOf, withdrawAccess } from "./changePass.ts"
import { type AccessListEvent, AccessListEvents, AccessListed, type AccessPassEvent, AccessUnlisted } from "./events.ts"

/** The ends of the access that a creator gives, by person; null for no end. */
export type AccessListState = ReadonlyMap<string, number | null>

/** Everyone with free access to a creator, by the creator's id. Single passes could not enforce the limit. */
export const AccessList: Aggregate<AccessListState, AccessListEvent> = {
  category: "accesslist",
  events: AccessListEvents,
  initial: new Map(),
  evolve: (state, event) => {
    const next = new Map(state)
    if (event._tag === "subscriptions.AccessUnlisted.v1") next.delete(event.personId)
    else next.set(event.personId, event.until === null ? null : Date.parse(event.until))
    return next
  },
}

type PassAndList = { readonly pass: AccessPassState; readonly list: AccessListState }
type Changes = {
  readonly pass: ReadonlyArray<AccessPassEvent>
  readonly list: ReadonlyArray<AccessListEvent>
}

/** Gives access, to a limited number of people at the same time. Access that is over does not count. */
export const giveListedAccess =
  (of: PassOf, access: GivenAccess) =>
  ({ pass, list }: PassAndList): Result.Result<Changes, NoFreeAccess> => {
    const others = [...list].filter(
      ([personId, untilMs]) => personId !== of.personId && (untilMs === null || untilMs > of.nowMs),
    )
    if (others.length >= ACCESS_GIVEN_MAX) return Result.fail(new NoFreeAccess({ reason: "full" }))
    return Result.map(giveAccess(of, access)(pass), (given) => ({
      pass: given,
      list: given.flatMap((event) => {
        if (event._tag !== "subscriptions.AccessGiven.v1") return []
        const { creatorId, personId, until, givenAt: listedAt } = event
        return [AccessListed.make({ creatorId, personId, until, listedAt })]
      }),
    }))
  }

/** Takes back what the creator gave. A trial goes on. */
export const withdrawListedAccess =
  (of: PassOf) =>
  ({ pass, list }: PassAndList): Result.Result<Changes, never> => {
    const { creatorId, personId } = of
    const unlistedAt = formatIso(of.nowMs)
    return Result.map(withdrawAccess(of)(pass), (withdrawn) => ({
      pass: withdrawn,
      list: list.has(personId) ? [AccessUnlisted.make({ creatorId, personId, unlistedAt })] : [],
    }))
  }
