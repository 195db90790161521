import { Command } from "effect/cli"
import { drop } from "./drop.ts"
import { faults } from "./faults.ts"
import { lag } from "./lag.ts"
import { pause } from "./pause.ts"
import { rebuild } from "./rebuild.ts"
import { resume } from "./resume.ts"
import { retry } from "./retry.ts"
import { rollback } from "./rollback.ts"
import { skip } from "./skip.ts"
import { status } from "./status.ts"
import { switchBuilds } from "./switch.ts"
import { verify } from "./verify.ts"

export const projections = Command.make("projections").pipe(
  Command.withDescription("Read models: where they stand, rebuild, verify, switch, faults"),
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
