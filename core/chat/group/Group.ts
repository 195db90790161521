import type { Aggregate } from "#core/kernel"
import { GroupEvent, GroupEvents } from "./events.ts"

export type GroupState = {
  /** Null before the group was started, and after its last member left. */
  readonly ownerId: string | null
  /** In the order in which they joined. */
  readonly memberIds: ReadonlyArray<string>
  /** People who left by themselves: nobody brings them back. */
  readonly leftIds: ReadonlySet<string>
}

const initial: GroupState = { ownerId: null, memberIds: [], leftIds: new Set() }

/** Who is in a group among friends, and who decides about it. Its messages are those of its room. */
export const Group: Aggregate<GroupState, GroupEvent> = {
  category: "chatgroup",
  events: GroupEvents,
  initial,
  evolve: (state, event) =>
    GroupEvent.match(event, {
      "chat.GroupStarted.v1": ({ ownerId, memberIds }): GroupState => ({ ...state, ownerId, memberIds }),
      "chat.GroupRenamed.v1": () => state,
      "chat.GroupMemberAdded.v1": ({ personId }) => ({ ...state, memberIds: [...state.memberIds, personId] }),
      "chat.GroupMemberRemoved.v1": ({ personId, byId }) => ({
        ...state,
        memberIds: state.memberIds.filter((each) => each !== personId),
        leftIds: personId === byId ? new Set(state.leftIds).add(personId) : state.leftIds,
      }),
      "chat.GroupOwnerChanged.v1": ({ ownerId }) => ({ ...state, ownerId }),
    }),
}
