import { Effect } from "effect"
import { GROUP_SCOPES, type GroupScope } from "#contract/chat"
import { Chats, OPERATOR } from "#core/chat"
import { makeOperation } from "#core/operations"
import { personCode, personIdOf, planPerson, step } from "./parts.ts"

const parameters = {
  creator: personCode,
  scope: { kind: "choice", options: GROUP_SCOPES },
  person: personCode,
} as const
type Given = Readonly<Record<keyof typeof parameters, string>>

const planMember = (key: "banMember" | "unbanMember") =>
  Effect.fn("planMember")(function* ({ creator, scope, person }: Given) {
    const [owner, member] = [yield* planPerson(creator), yield* planPerson(person)]
    const values = { creator: owner.userCode, scope, name: member.userCode }
    return { personIds: [owner.personId, member.personId], steps: [step(key, values)] }
  })
const memberOf = Effect.fn("memberOf")(function* ({ creator, scope, person }: Given) {
  const room = { scope: scope as GroupScope, ownerId: yield* personIdOf(creator) }
  return { by: OPERATOR, room, personId: yield* personIdOf(person) } as const
})

const ban = makeOperation({
  name: "chat.ban",
  permission: "reports.decide",
  approvals: 1,
  parameters,
  plan: planMember("banMember"),
  execute: (given) => Effect.flatMap(memberOf(given), (member) => Chats.use((chats) => chats.ban(member))),
  undo: (given) => ({ name: "chat.unban", parameters: given }),
})

const unban = makeOperation({
  name: "chat.unban",
  permission: "reports.decide",
  approvals: 2,
  parameters,
  plan: planMember("unbanMember"),
  execute: (given) => Effect.flatMap(memberOf(given), (member) => Chats.use((chats) => chats.unban(member))),
  undo: (given) => ({ name: "chat.ban", parameters: given }),
})

export const chatOperations = [ban, unban] as const
