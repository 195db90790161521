import { Config } from "effect"
import { optional } from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Identity checks and the keeper of their documents. */
export const identityVariables = {
  keeperDir: {
    name: "KEEPER_DIR",
    config: optional(Config.NonEmptyString("KEEPER_DIR")),
    allowed: "the path of a directory",
    default: "keeper in QUIRE_DATA_DIR",
    purpose:
      "The directory of the keeper: its private key and the wrapped keys of all identity documents. Only its own user should read it. Back it up apart from everything else, for seven days at most.",
  },
  keeperSocket: {
    name: "KEEPER_SOCKET",
    config: optional(Config.NonEmptyString("KEEPER_SOCKET")),
    allowed: "the path of a Unix socket, at most 100 characters",
    default: "keeper.sock in KEEPER_DIR",
    purpose: "The socket on which the keeper answers web and worker.",
  },
} as const satisfies Record<string, Variable<unknown>>
