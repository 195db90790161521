import { variables } from "#core/kernel"

const list = Object.values(variables)

/** Whether a default is the value itself, not a description of it. */
const isValue = (text: string): boolean => text !== "none" && /^[\w.,@:/-]+$/.test(text)

/** The text of .env.example: every variable with what it does and may be. */
export const envExample = (): string => `${[HEAD, ...list.map(envEntry)].join("\n\n")}\n`

/** The table of docs/operations.md. */
export const configurationTable = (): string =>
  [
    "| variable | when not set | allowed | what it does |",
    "|---|---|---|---|",
    ...list.map(
      ({ name, default: fallback, allowed, purpose }) => `| \`${name}\` | ${fallback} | ${allowed} | ${purpose} |`,
    ),
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

function envEntry({ name, default: fallback, allowed, purpose }: (typeof list)[number]): string {
  const otherwise = isValue(fallback) ? "" : ` When not set: ${fallback}.`
  return `# ${purpose}\n# Allowed: ${allowed}.${otherwise}\n# ${name}=${isValue(fallback) ? fallback : ""}`
}
