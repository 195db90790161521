import { fileURLToPath } from "node:url"
import { MEMORY_FLAGS } from "../run/supervisor/memoryFlags.ts"

/**
 * The entry of the image. Without arguments it becomes the process that ROLES names; `ops`, `migrate` and their arguments
 * run that command. It replaces itself, so that signals reach the process directly.
 */
const EXIT_CONFIG = 78
const COMMANDS = ["ops", "migrate"]
const QUIET = "--disable-warning=ExperimentalWarning"

const [command, ...parameters] = process.argv.slice(2)
const roles = (process.env["ROLES"] ?? "").split(",").filter((role) => role.trim() !== "")
const [role = ""] = roles

if (command !== undefined) {
  if (!COMMANDS.includes(command)) refuse(`There is no command "${command}"; there are ${COMMANDS.join(" and ")}.`)
  become([QUIET, pathOf(`../${command}.ts`), ...parameters])
}
if (roles.length !== 1 || !isRole(role))
  refuse(`A container runs one process: set ROLES to one of ${Object.keys(MEMORY_FLAGS).join(", ")}.`)
else become([...MEMORY_FLAGS[role], pathOf(`../../dist/roles/${role}.mjs`)])

function become(parameters: ReadonlyArray<string>): never {
  if (process.execve === undefined) refuse("The image needs Node 22.15 or newer.")
  process.execve(process.execPath, [process.execPath, ...parameters], process.env)
  throw new Error("the process was not replaced")
}

function refuse(message: string): never {
  console.error(message)
  process.exit(EXIT_CONFIG)
}

function isRole(name: string): name is keyof typeof MEMORY_FLAGS {
  return Object.hasOwn(MEMORY_FLAGS, name)
}

function pathOf(relative: string): string {
  return fileURLToPath(new URL(relative, import.meta.url))
}
