import { Command } from "effect/cli"
import { faults, retry, skip } from "./decide.ts"
import { pause, resume } from "./pause.ts"
import { drop, rebuild } from "./rebuild.ts"
import { lag, status } from "./status.ts"
import { rollback, switchBuilds } from "./switch.ts"
import { verify } from "./verify.ts"

export const projections = Command.make("projections").pipe(
  Command.withDescription("Read models: status, rebuild, verify, switch, faults"),
  Command.withSubcommands([
    status,
    lag,
    rebuild,
    verify,
    switchBuilds,
    rollback,
    pause,
    resume,
    faults,
    retry,
    skip,
    drop,
  ]),
)
