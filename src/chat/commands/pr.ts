import { Effect } from "effect"
import { Chats } from "#core/chat"
import { type ListedRoom, listRooms } from "#projections/chat"
import { type Asker, type Handler, Malformed } from "./Handler.ts"
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
  for (;;) {
    const { changes } = person
    const known = codes.size === 0 ? NOBODY : yield* inTouch(asker, codes)
    const online = yield* Effect.promise(() => node.presence.watch(peer, [...known.keys()]))
    // Who parted meanwhile was not watched yet when that was heard of.
    if (person.changes === changes)
      return { Online: [...known].flatMap(([personId, code]) => (online.has(personId) ? [code] : [])) }
  }
})

const NOBODY: ReadonlyMap<string, string> = new Map()

/** With whom of these the asker is in touch, with their codes. Where read models are behind, the facts say it. */
const inTouch = Effect.fnUntraced(function* (asker: Asker, codes: ReadonlySet<string>) {
  const { personId } = asker.person
  const isThere = yield* caughtUp(asker)
  const rooms = (yield* listRooms(personId)).filter(
    ({ scope, state, targetCode }) => scope === "Person" && state === "open" && codes.has(targetCode),
  )
  const standing = ({ address }: ListedRoom) => Chats.use((chats) => chats.standing(address, personId, 0))
  const open = isThere
    ? rooms
    : yield* Effect.filter(rooms, (room) => Effect.map(standing(room), ({ state }) => state === "open"))
  return new Map(open.map(({ targetId, targetCode }) => [targetId, targetCode]))
})
