import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { Command } from "effect/cli"
import { SIGNER_OPERATORS_FILE } from "#core/chains"
import { AppConfig } from "#core/kernel"
import { keyFingerprint, Operators, permissionsOf, publicKeyJwk } from "#core/operators"
import { inSession } from "../lib/command.ts"
import { json, yes } from "../lib/flags.ts"
import { runPlan } from "../lib/plan.ts"
import { runOperating } from "../operate/signedIn.ts"

/** Everybody may read it; only its owner may write it. */
const MODE = 0o644

/** Writes the operators who may approve withdrawals, with the public keys of their passkeys, for the signer. */
export const pinOperators = Command.make("pin-operators", { yes, json }, (flags) =>
  inSession(flags, async (session, output) => {
    const { consoleOrigin, walletSignerOperators } = await session.run(AppConfig)
    const file = walletSignerOperators ?? join(session.dataDirectory, SIGNER_OPERATORS_FILE)
    const operators = await runOperating(
      session,
      Effect.gen(function* () {
        const service = yield* Operators
        const all = (yield* service.list).filter(
          ({ status, roles }) => status === "active" && permissionsOf(roles).has("withdrawals.approve"),
        )
        return yield* Effect.forEach(all, ({ operatorId, name }) =>
          Effect.gen(function* () {
            const passkeys = yield* service.passkeys(operatorId)
            const keys = yield* Effect.promise(() =>
              Promise.all(passkeys.map(({ publicKey }) => publicKeyJwk(publicKey))),
            )
            return { operatorId, name, keys }
          }),
        )
      }),
    )
    const text = `${JSON.stringify({ version: 1, consoleOrigin, operators }, null, 2)}\n`
    const isSame = existsSync(file) && readFileSync(file, "utf8") === text
    const steps = operators.map(
      ({ name, operatorId, keys }) => `trust ${name} (${operatorId}): passkeys ${keys.map(keyFingerprint).join(", ")}`,
    )
    await runPlan({ yes: flags.yes, output, steps: isSame ? [] : [...steps, `write ${file}`] }, async () => {
      writeFileSync(`${file}.new`, text, { mode: MODE })
      renameSync(`${file}.new`, file)
      output.say("Done. The signer reads the file with the next approved payment.")
      return { file, operators: operators.length }
    })
  }),
).pipe(Command.withDescription("Write the operators whose approvals the signer accepts beyond its own limits"))
