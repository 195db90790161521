import type { Aggregate } from "#core/kernel"
import { SeatEvent, SeatEvents } from "../events.ts"

export type SeatState = {
  /** `none`: never a member. `ignored`: an invitation that the person does not answer. */
  readonly status: "none" | "invited" | "ignored" | "joined" | "left"
  /** The number up to which the person has read. Own messages do not move it. */
  readonly read: number
  /** The person wants no notices about the room. */
  readonly isMuted: boolean
}

const initial: SeatState = { status: "none", read: 0, isMuted: false }

/** The membership of one person in one room. */
export const Seat: Aggregate<SeatState, SeatEvent> = {
  category: "chatseat",
  events: SeatEvents,
  initial,
  evolve: (state, event) =>
    SeatEvent.match(event, {
      "chat.PersonInvited.v1": (): SeatState => ({ ...state, status: "invited" }),
      "chat.InviteAccepted.v1": () => ({ ...state, status: "joined" as const }),
      "chat.InviteIgnored.v1": () => ({ ...state, status: "ignored" as const }),
      "chat.MemberJoined.v1": ({ read }) => ({
        ...state,
        status: "joined" as const,
        read: Math.max(state.read, read),
      }),
      "chat.MemberLeft.v1": () => ({ ...state, status: "left" as const }),
      "chat.RoomMuted.v1": () => ({ ...state, isMuted: true }),
      "chat.RoomUnmuted.v1": () => ({ ...state, isMuted: false }),
      "chat.ReadPointerMoved.v1": ({ seq }) => ({ ...state, read: Math.max(state.read, seq) }),
    }),
}
