import { readPackaging } from "./folder.ts"
import { type Verified, verified } from "./Verified.ts"

const INSTRUCTIONS = new Set([
  ...[
    "ARG",
    "CMD",
    "COPY",
    "ENTRYPOINT",
    "ENV",
    "EXPOSE",
    "FROM",
    "LABEL",
    "RUN",
    "STOPSIGNAL",
    "USER",
    "VOLUME",
    "WORKDIR",
  ],
])

type Line = { readonly word: string; readonly rest: string; readonly number: number }

/** The instructions of a Containerfile, continued lines joined and comments dropped. */
const instructions = (text: string): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  let open: Line | undefined
  for (const [index, raw] of text.split("\n").entries()) {
    const line = raw.trim()
    if (line === "" || line.startsWith("#")) continue
    const isContinued = line.endsWith("\\")
    const part = isContinued ? line.slice(0, -1).trim() : line
    const [word = "", ...rest] = part.split(/\s+/)
    const current: Line = open
      ? { ...open, rest: `${open.rest} ${part}` }
      : { word, rest: rest.join(" "), number: index + 1 }
    if (isContinued) open = current
    else {
      lines.push(current)
      open = undefined
    }
  }
  return lines
}

/** Problems of a Containerfile: unknown instructions, root at the end, floating bases, copied secrets. */
export const lintContainerfile = (text: string): ReadonlyArray<string> => {
  const lines = instructions(text)
  const last = lines.slice(lines.findLastIndex(({ word }) => word === "FROM"))
  const args = new Map<string, string>(
    lines.filter(({ word }) => word === "ARG").map(({ rest }) => [rest.split("=")[0] ?? "", rest.split("=")[1] ?? ""]),
  )
  const stages = new Set<string>()
  const problems = lines.flatMap(({ word, rest, number }) => {
    const at = `Containerfile:${number}`
    if (!INSTRUCTIONS.has(word)) return [`${at}: ${word} is not an instruction that this file may use`]
    if (word === "COPY" && /^--from=/.test(rest) && !stages.has(/^--from=(\S+)/.exec(rest)?.[1] ?? ""))
      return [`${at}: there is no earlier stage of this name`]
    if ((word === "ENTRYPOINT" || word === "CMD") && !rest.startsWith("["))
      return [`${at}: the shell form would keep signals from the process`]
    if (word === "ENV" && /(?:PASSWORD|SECRET|TOKEN|_KEY)=/.test(rest)) return [`${at}: a secret in an image is public`]
    if (word !== "FROM") return []
    const [named = "", , stage] = rest.split(/\s+/)
    if (stage !== undefined) stages.add(stage)
    const image = named.replace(/\$\{(\w+)\}/, (_, name: string) => args.get(name) ?? "")
    const isPinned = stages.has(image) || /:[\w.-]*\d/.test(image) || image.includes("@sha256:")
    return isPinned ? [] : [`${at}: ${image || named} has no version`]
  })
  const user = last.findLast(({ word }) => word === "USER")?.rest ?? ""
  return [
    ...problems,
    // A name could not be proven to be another one than root by runAsNonRoot.
    ...(/^[1-9]\d*(?::\d+)?$/.test(user)
      ? []
      : ["Containerfile: the last stage does not end as a numeric user other than 0"]),
    ...(last.some(({ word }) => word === "ENTRYPOINT") ? [] : ["Containerfile: the last stage has no ENTRYPOINT"]),
  ]
}

export const verifyContainerfile = (): Verified => verified(lintContainerfile(readPackaging("Containerfile")))
