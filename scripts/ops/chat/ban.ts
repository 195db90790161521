import { Command } from "effect/cli"
import { OPERATOR } from "#core/chat"
import { json, yes } from "../lib/flags.ts"
import { creator, groupScope, person, runChatCommand } from "./runChatCommand.ts"

/** Bans a user from a group room. */
export const ban = Command.make("ban", { creator, scope: groupScope, person, yes, json }, (flags) =>
  runChatCommand(
    flags,
    [flags.creator, flags.person],
    ([of, who]) => `ban ${who} from the ${flags.scope} room of ${of}`,
    (chats, [of, who]) =>
      chats.ban({
        by: OPERATOR,
        room: { scope: flags.scope, ownerId: of?.personId ?? "" },
        personId: who?.personId ?? "",
      }),
  ),
).pipe(Command.withDescription("Ban a person from a creator's room"))

export const unban = Command.make("unban", { creator, scope: groupScope, person, yes, json }, (flags) =>
  runChatCommand(
    flags,
    [flags.creator, flags.person],
    ([of, who]) => `let ${who} into the ${flags.scope} room of ${of} again`,
    (chats, [of, who]) =>
      chats.unban({
        by: OPERATOR,
        room: { scope: flags.scope, ownerId: of?.personId ?? "" },
        personId: who?.personId ?? "",
      }),
  ),
).pipe(Command.withDescription("Lift a ban"))
