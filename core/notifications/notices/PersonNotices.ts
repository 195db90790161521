import { HashMap } from "effect"
import type { Aggregate } from "#core/kernel"
import { NoticesEvent, NoticesEvents } from "./events.ts"
import type { NoticeType } from "./Notice.ts"
import { NOTICES_KEPT_MAX } from "./sizes.ts"

/** What decides about one person's notices. A hash map, because years of notices are folded one by one. */
export type NoticesState = {
  /** The number of the newest; 0 for none. */
  readonly head: number
  /** Those that can be looked at and were not read, by their numbers. */
  readonly unread: HashMap.HashMap<number, NoticeType>
  /** The person left. */
  readonly forgotten: boolean
}

/** The notices of one person, by the person's id. */
export const PersonNotices: Aggregate<NoticesState, NoticesEvent> = {
  category: "notices",
  events: NoticesEvents,
  initial: { head: 0, unread: HashMap.empty(), forgotten: false },
  evolve: (state, event) =>
    NoticesEvent.match(event, {
      "notifications.NoticeGiven.v1": ({ seq, type }): NoticesState => ({
        ...state,
        head: seq,
        unread: HashMap.set(HashMap.remove(state.unread, seq - NOTICES_KEPT_MAX), seq, type),
      }),
      "notifications.NoticeRead.v1": ({ seq }) => ({ ...state, unread: HashMap.remove(state.unread, seq) }),
      "notifications.NoticesRead.v1": ({ upTo, type }) => ({
        ...state,
        unread: HashMap.filter(state.unread, (of, seq) => seq > upTo || (type !== null && of !== type)),
      }),
      "notifications.NoticesForgotten.v1": () => ({ head: state.head, unread: HashMap.empty(), forgotten: true }),
    }),
}

/** Who acts, and when. */
export type By = { readonly personId: string; readonly nowIso: string }
