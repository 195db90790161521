import { Effect, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { FeedInList } from "#contract/follows"
import { createGroup, deleteGroup, type Follows, moveFeeds, renameGroup } from "#core/follows"
import type { EventStore, Sealing, Sql } from "#core/kernel"
import { followedFeeds, personFollows } from "#projections/follows"
import { Api } from "../Api.ts"
import { answer } from "../envelope.ts"
import { limitedAsStandard } from "../limits.ts"
import { ownFollows } from "../ownFollows.ts"
import { requireMember } from "../requireMember.ts"
import { toFeedInList } from "../wire.ts"

export const UserGroupHandlers = HttpApiBuilder.group(
  Api,
  "UserGroup",
  Effect.fn(function* (handlers) {
    const services = yield* Effect.context<Sql | EventStore | Sealing | Follows>()
    const limited = yield* limitedAsStandard
    const own = yield* ownFollows
    const provide = Effect.provide(services)

    return handlers.handleAll({
      CreateGroup: Effect.fn("CreateGroup")(function* ({ payload }) {
        const made = yield* own.dispatch(createGroup(payload), {
          answerOf: (_, events) => ({
            groupId:
              events.flatMap((event) => (event._tag === "follows.GroupCreated.v1" ? event.groupId : []))[0] ?? "",
          }),
        })
        return answer(decodeMade(made))
      }, provide),

      DeleteUserGroup: Effect.fn("DeleteUserGroup")(function* ({ payload }) {
        const isDeleted = own.dispatch(deleteGroup(payload), {
          answerOf: (_, events) => events.some(({ _tag }) => _tag === "follows.GroupDeleted.v1"),
        })
        // A large group is emptied in steps.
        yield* Effect.repeat(isDeleted, { until: (answered) => answered === true })
        return answer(null)
      }, provide),

      UpdateGroupName: Effect.fn("UpdateGroupName")(function* ({ payload }) {
        yield* own.dispatch(renameGroup(payload), { nameField: "newName" })
        return answer(null)
      }, provide),

      LoadUserGroup: Effect.fn("LoadUserGroup")(function* () {
        const { personId } = yield* requireMember
        yield* limited
        const { byGroup, groupIds } = yield* personFollows(personId)
        const groupData = Array.from(groupIds, ([groupName, groupId]) => {
          const feedIds = byGroup.get(groupName) ?? []
          return (feedIds.length === 0 ? [""] : feedIds).map((feedId) => ({ feedId, groupId, groupName }))
        }).flat()
        const feedListData: ReadonlyArray<FeedInList> = (yield* followedFeeds(personId)).map(toFeedInList)
        return answer({ groupData, feedListData, loadData: true })
      }, provide),

      UpdateGroup: Effect.fn("UpdateGroup")(function* ({ payload }) {
        yield* own.dispatch(moveFeeds(payload))
        return answer(null)
      }, provide),
    })
  }),
)

const decodeMade = Schema.decodeUnknownSync(Schema.Struct({ groupId: Schema.String }))
