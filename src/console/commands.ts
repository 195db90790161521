import type { Operator, Permission } from "#core/operators"
import { permissionsOf } from "#core/operators"
import { operations } from "../operations/registry.ts"
import { MENU } from "./access.ts"
import { type ConsoleText, storedText } from "./texts/index.ts"

/** Something that the search of the header finds by its name. */
export type ConsoleCommand = { readonly kind: "page" | "operation"; readonly name: string; readonly path: string }

/** The pages and operations that an operator may open, in their language. */
export const commandsOf = ({ roles }: Pick<Operator, "roles">, t: ConsoleText): ReadonlyArray<ConsoleCommand> => {
  const held: ReadonlySet<Permission> = permissionsOf(roles)
  return [
    ...MENU.filter(({ permission }) => held.has(permission)).map(
      ({ path, key }): ConsoleCommand => ({ kind: "page", name: t(key), path }),
    ),
    { kind: "page", name: t("menu.passkeys"), path: "/passkeys" },
    ...operations
      .filter(({ permission }) => held.has(permission))
      .map(
        ({ name }): ConsoleCommand => ({
          kind: "operation",
          name: storedText(t, `operation.${name}`),
          path: `/operate/${name}`,
        }),
      ),
  ]
}

/** The commands whose name has all words of a text, those that begin with it first; null if one has exactly this name. */
export const searchCommands = (
  commands: ReadonlyArray<ConsoleCommand>,
  text: string,
): ConsoleCommand | ReadonlyArray<ConsoleCommand> => {
  const wanted = folded(text)
  const exact = commands.find(({ name }) => folded(name) === wanted)
  if (exact !== undefined) return exact
  const words = wanted.split(/\s+/).filter((word) => word !== "")
  if (words.length === 0) return commands
  const found = commands.filter(({ name }) => words.every((word) => folded(name).includes(word)))
  const [only] = found
  if (found.length === 1 && only !== undefined) return only
  return found.toSorted((a, b) => Number(folded(b.name).startsWith(wanted)) - Number(folded(a.name).startsWith(wanted)))
}

const folded = (text: string): string => text.normalize("NFC").trim().toLowerCase()
