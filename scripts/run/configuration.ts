import { variables } from "#core/kernel"

const list = Object.values(variables)

/** A standard that is the value itself, not a description of it. */
const isValue = (standard: string): boolean => standard !== "none" && /^[\w.,@:/-]+$/.test(standard)

/** The text of .env.example: every variable with what it does and may be. */
export const envExample = (): string => `${[HEAD, ...list.map(envEntry)].join("\n\n")}\n`

/** The table of docs/operations.md. */
export const configurationTable = (): string =>
  [
    "| variable | when not set | allowed | what it does |",
    "|---|---|---|---|",
    ...list.map(({ name, standard, allowed, purpose }) => `| \`${name}\` | ${standard} | ${allowed} | ${purpose} |`),
  ].join("\n")

/** A text with its part between the two marks replaced. */
export function withTable(text: string, table: string): string {
  const [before, rest] = [text.slice(0, text.indexOf(BEGIN) + BEGIN.length), text.slice(text.indexOf(END))]
  return `${before}\n\n${table}\n\n${rest}`
}

const BEGIN = "<!-- npm run document writes from here -->"
const END = "<!-- to here -->"

const HEAD = `# Copy this file to .env and set what differs. A line shows the value that holds when it is not set; nothing after
# the sign means that there is none or that it follows from other settings. All commands read .env; what is set in the
# environment itself comes first. Written by: npm run document`

function envEntry({ name, standard, allowed, purpose }: (typeof list)[number]): string {
  const otherwise = isValue(standard) ? "" : ` When not set: ${standard}.`
  return `# ${purpose}\n# Allowed: ${allowed}.${otherwise}\n# ${name}=${isValue(standard) ? standard : ""}`
}
