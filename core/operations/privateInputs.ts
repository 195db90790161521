import { createHash, randomBytes } from "node:crypto"
import type { PrivateInputsGiven } from "./events.ts"
import type { AnyOperation, Parameter } from "./Operation.ts"
import type { RunState } from "./Run.ts"

const SALT_BYTES = 16

type Given = Readonly<Record<string, string>>
type Inputs = NonNullable<(typeof PrivateInputsGiven.Type)["inputs"]>

const isPrivate = (parameter: Parameter): boolean => parameter.kind === "text" && parameter.isPrivate === true

/**
 * Separates private inputs from what the plan shows: in their place stand digests, which approvals sign. A salt that is
 * sealed with the text keeps anyone from guessing it, and after an erasure the digest still proves what was signed.
 */
export const hidePrivateInputs = (
  { parameters }: Pick<AnyOperation<unknown>, "parameters">,
  given: Given,
): { readonly shown: Given; readonly inputs: Inputs } => {
  const shown = { ...given }
  const inputs: Record<string, Inputs[string]> = {}
  for (const [name, parameter] of Object.entries<Parameter>(parameters)) {
    const text = given[name] ?? ""
    if (!isPrivate(parameter) || text === "") continue
    const salt = randomBytes(SALT_BYTES).toString("base64url")
    inputs[name] = { text, salt }
    shown[name] = `sha256:${createHash("sha256").update(`${salt}\n${text}`).digest("base64url")}`
  }
  return { shown, inputs }
}

type PrivateInput = {
  readonly name: string
  /** Null if it was erased. */
  readonly text: string | null
}

/** The private inputs that a run was given. */
export const privateInputsOf = (
  { parameters }: Pick<AnyOperation<unknown>, "parameters">,
  run: Pick<RunState, "parameters" | "privateInputs">,
): ReadonlyArray<PrivateInput> =>
  Object.entries<Parameter>(parameters)
    .filter(([name, parameter]) => isPrivate(parameter) && (run.parameters[name] ?? "") !== "")
    .map(([name]) => ({ name, text: run.privateInputs[name] ?? null }))

/** The inputs of a run as they were given. Erased texts are empty. */
export const inputsOf = (
  operation: Pick<AnyOperation<unknown>, "parameters">,
  run: Pick<RunState, "parameters" | "privateInputs">,
): Given => ({
  ...run.parameters,
  ...Object.fromEntries(privateInputsOf(operation, run).map(({ name, text }) => [name, text ?? ""])),
})
