import { Effect } from "effect"
import { listRooms } from "#projections/chat"
import { type Handler, Malformed } from "./Handler.ts"
import { caughtUp } from "./pages.ts"

/** People that one socket hears of. */
export const WATCHED_MAX = 200

/**
 * Says who of some people is there, and tells this socket from now on when that changes. Only of those with whom the asker
 * is in touch: others are never there.
 */
export const pr: Handler = Effect.fn("Pr")(function* (asker, [list = ""]) {
  const { node, peer, person } = asker
  const codes = new Set(list.split(",").filter((code) => code !== ""))
  if (codes.size > WATCHED_MAX) return yield* new Malformed({ what: "The number of people" })
  if (codes.size > 0) yield* caughtUp(asker)
  const rooms = codes.size === 0 ? [] : yield* listRooms(person.personId)
  const known = new Map(
    rooms.flatMap(({ scope, state, targetId, targetCode }) =>
      scope === "Person" && state === "open" && codes.has(targetCode) ? [[targetId, targetCode]] : [],
    ),
  )
  const online = yield* Effect.promise(() => node.presence.watch(peer, [...known.keys()]))
  return { Online: [...known].flatMap(([personId, code]) => (online.has(personId) ? [code] : [])) }
})
