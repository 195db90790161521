import { resolve } from "node:path"
import { Result } from "effect"
import { Command } from "effect/cli"
import { readSettings } from "#core/kernel"
import { root } from "../../run/root.ts"
import type { CommandSettings } from "../../run/settings.ts"
import { runCommand } from "../lib/command.ts"
import { EXIT } from "../lib/exit.ts"
import { json } from "../lib/flags.ts"
import { terminal } from "../lib/terminal.ts"
import { addressesCheck, certificatesCheck } from "./addresses.ts"
import { consoleRoleCheck } from "./consoleRole.ts"
import { databaseCheck } from "./database.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"
import { keysCheck, readMasterKey } from "./keys.ts"
import { natsCheck } from "./nats.ts"
import { replicasCheck } from "./replicas.ts"
import { runChecks } from "./runChecks.ts"
import { mailChecks, searchCheck } from "./services.ts"
import { storageCheck } from "./storage.ts"

const configuration = findingsOf("configuration")

/** Validates the configuration of this machine, and that everything that it names answers. */
export const check = Command.make("check", { json }, (flags) =>
  runCommand(flags, async (output) => {
    const findings = await checkAll(terminal().env)
    for (const finding of findings) output.say(lineOf(finding))
    const problems = findings.filter(({ status }) => status === "problem").length
    const warnings = findings.filter(({ status }) => status === "warning").length
    output.say(`problems: ${problems}, warnings: ${warnings}`)
    output.document({ ok: problems === 0, findings })
    if (problems > 0) terminal().exitCode = EXIT.failed
  }),
).pipe(Command.withDescription("Validate the configuration and reach everything that it names, without a start"))

const checkAll = async (env: NodeJS.ProcessEnv): Promise<ReadonlyArray<Finding>> => {
  const read = readSettings(env)
  if (Result.isFailure(read))
    return read.failure.wrong.map(({ name, reason }) =>
      configuration.problem(`${name} ${reason}`, "docs/operations.md lists all variables."),
    )
  const settings = { ...read.success, dataDirectory: resolve(root, read.success.dataDirectory) }
  return [configuration.ok(`${settings.stage}, ${settings.roles.join(", ")}`), ...(await runChecks(checksOf(settings)))]
}

const checksOf = (settings: CommandSettings): ReadonlyArray<Check> => {
  const key = readMasterKey(settings)
  return [
    addressesCheck(settings),
    certificatesCheck(settings),
    keysCheck(settings, key),
    databaseCheck(settings, key),
    consoleRoleCheck(settings),
    replicasCheck(settings),
    natsCheck(settings),
    storageCheck(settings),
    searchCheck(settings),
    ...mailChecks(settings),
  ]
}

const STATUS_WIDTH = "problem".length
const CHECK_WIDTH = "configuration".length

const lineOf = ({ check: name, status, text, todo }: Finding): string =>
  `${status.padEnd(STATUS_WIDTH)}  ${name.padEnd(CHECK_WIDTH)}  ${text}${todo === undefined ? "" : `. ${todo}`}`
