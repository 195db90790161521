import { createHash } from "node:crypto"
import { type Effect, Result } from "effect"
import type { Permission } from "#core/operators"
import type { PlanStep } from "./events.ts"
import { CannotPlan } from "./refusals.ts"

/** One input of an operation. Values are texts, as forms and commands give them. */
export type Parameter =
  | {
      readonly kind: "text"
      readonly lengthMax: number
      readonly isOptional?: boolean
      /** Says something about a person: sealed for the subject of the plan, and erased with it. */
      readonly isPrivate?: boolean
    }
  | { readonly kind: "choice"; readonly options: ReadonlyArray<string> }
  /** Several of the options, separated by commas. */
  | { readonly kind: "choices"; readonly options: ReadonlyArray<string> }

/** What an operation will do, and who is affected. */
export type Plan = {
  readonly steps: ReadonlyArray<PlanStep>
  /** Affected members: operators decide nothing about their own accounts. */
  readonly personIds: ReadonlyArray<string>
  /** The operators who gain by it: they sign nothing of it. */
  readonly operatorIds?: ReadonlyArray<string>
  /** The subject for which private inputs are sealed; plans of operations that have some need it. */
  readonly subjectId?: string
}

/** Refusals of modules carry the key of a text; their tags are texts of the console. */
export type Refusal = { readonly _tag: string }

/**
 * Something that operators can do. The console and the command line run the same operations.
 * @template Name its inputs
 * @template R the services that it needs
 */
export type Operation<Name extends string, R> = {
  /** Module and verb, such as `channels.approveApplication`. */
  readonly name: string
  readonly permission: Permission
  /**
   * Signatures of different operators that it needs: two to release something or to move money, one otherwise, and none
   * for what ends by itself and harms nobody.
   */
  readonly approvals: 0 | 1 | 2
  readonly parameters: Readonly<Record<Name, Parameter>>
  /** Looks up what would happen, and changes nothing. */
  readonly plan: (given: Readonly<Record<Name, string>>) => Effect.Effect<Plan, CannotPlan, R>
  /** Carries it out, with the command id of the run. `by` is the actor that events record. */
  readonly execute: (given: Readonly<Record<Name, string>>, by: string) => Effect.Effect<unknown, Refusal, R>
  /** The operation that takes it back, with its inputs; absent if nothing does. */
  readonly undo?: (given: Readonly<Record<Name, string>>) => {
    readonly name: string
    readonly parameters: Readonly<Record<string, string>>
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a registry holds operations with any inputs.
export type AnyOperation<R> = Operation<any, R>

type Given<Name extends string> = Readonly<Record<Name, string>>

/** Declares an operation, with its inputs and services inferred. */
export const makeOperation = <Name extends string, P, E>(
  operation: Omit<Operation<Name, never>, "plan" | "execute"> & {
    readonly plan: (given: Given<Name>) => Effect.Effect<Plan, CannotPlan, P>
    readonly execute: (given: Given<Name>, by: string) => Effect.Effect<unknown, Refusal, E>
  },
): Operation<Name, P | E> => operation

/** Reads the inputs of an operation from a form or a command. Unknown ones are dropped. */
export const readParameters = (
  { parameters }: Pick<AnyOperation<unknown>, "parameters">,
  given: Readonly<Record<string, string>>,
): Result.Result<Readonly<Record<string, string>>, CannotPlan> => {
  const read: Record<string, string> = {}
  for (const [name, parameter] of Object.entries<Parameter>(parameters)) {
    const value = (given[name] ?? "").trim()
    const isOptional = parameter.kind === "text" && parameter.isOptional === true
    const refuse = (key: string) => Result.fail(new CannotPlan({ key, values: { parameter: name } }))
    if (value === "" && !isOptional) return refuse("operations.missing")
    if (parameter.kind === "text" && [...value].length > parameter.lengthMax) return refuse("operations.tooLong")
    const chosen = parameter.kind === "choice" ? [value] : parameter.kind === "choices" ? value.split(",") : []
    if (parameter.kind !== "text" && !chosen.every((each) => parameter.options.includes(each)))
      return refuse("operations.unknownChoice")
    read[name] = value
  }
  return Result.succeed(read)
}

/** The signed plan: everything that an approval approves. */
export type SignedPlan = {
  readonly operationId: string
  readonly name: string
  readonly parameters: Readonly<Record<string, string>>
  readonly steps: ReadonlyArray<PlanStep>
  readonly approvalsNeeded: number
  readonly expiresAt: string
}

/** The plan as canonical JSON (sorted keys, no spaces; RFC 8785 for texts and whole numbers). */
export const canonicalPlan = (plan: SignedPlan): string => JSON.stringify(sorted(plan))

/** SHA-256 of the plan as canonical JSON. */
export const hashOfPlan = (plan: SignedPlan): Buffer => createHash("sha256").update(canonicalPlan(plan)).digest()

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== "object") return value
  const entries = Object.entries(value).map(([key, each]) => [key, sorted(each)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
