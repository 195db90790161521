import { Command } from "effect/cli"
import { OPERATOR } from "#core/chat"
import { json, yes } from "../lib/flags.ts"
import { creator, runChatCommand, scope } from "./runChatCommand.ts"

/** Opens a group room, also for a user without a claimed feed. The owner can then open and close it. */
export const open = Command.make("open", { creator, scope, yes, json }, (flags) =>
  runChatCommand(
    flags,
    [flags.creator],
    ([of]) => `open the ${flags.scope} room of ${of}`,
    (chats, [of]) => chats.openRoom({ by: OPERATOR, ownerId: of?.personId ?? "", scope: flags.scope }),
  ),
).pipe(Command.withDescription("Open a creator's room, also for a person without a claimed feed"))

export const shut = Command.make("shut", { creator, scope, yes, json }, (flags) =>
  runChatCommand(
    flags,
    [flags.creator],
    ([of]) => `close the ${flags.scope} room of ${of}`,
    (chats, [of]) => chats.shutRoom({ by: OPERATOR, ownerId: of?.personId ?? "", scope: flags.scope }),
  ),
).pipe(Command.withDescription("Close a creator's room: its messages stay, and no new ones are accepted"))
