import { HashMap } from "effect"
import type { Aggregate } from "#core/kernel"
import { NOTICES_KEPT_MAX, type NoticeType } from "../contract.ts"
import { NoticesEvent, NoticesEvents } from "./events.ts"

/** The state of one person's notices. A hash map, because years of notices are folded one by one. */
export type NoticesState = {
  /** The number of the newest notice; 0 for none. */
  readonly head: number
  /** Kept notices that are unread, by number. */
  readonly unread: HashMap.HashMap<number, NoticeType>
  /** The account was deleted. */
  readonly forgotten: boolean
}

/** The notices of one person. */
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

/** The acting person and the time. */
export type ActingPerson = { readonly personId: string; readonly nowIso: string }
