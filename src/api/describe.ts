import { OpenApi } from "effect/http-api"
import { Api } from "./Api.ts"
import { STREAMED } from "./feed/assist.contract.ts"

export const DESCRIPTION_PATH = "/api/openapi.json"

/** An OpenAPI 3.1 description of all calls. */
export type Description = ReturnType<typeof describe>

/** Describes every call from the schemas that decode and encode it. Built once. */
export const description = (): Description => {
  made ??= describe()
  return made
}
let made: Description | undefined

/** The methods of a path; empty if there is no such call. */
export const methodsOf = (path: string): ReadonlyArray<string> =>
  Object.keys(description().paths[path] ?? {}).map((method) => method.toUpperCase())

/** Open to guests if the body names an address or a person: only the handler knows whether a session is needed. */
export const SESSION_BY_BODY: ReadonlySet<string> = new Set([
  "/api/User/SendConfirmationCode",
  "/api/UserProfile/LoadUserProfile",
  "/api/user/LoadUserActivity",
])

/** Whether a call requires sign-in: its contract lists 401. */
export const needsSession = (path: string): boolean =>
  description().paths[path]?.["post"]?.responses["401"] !== undefined && !SESSION_BY_BODY.has(path)

const describe = () => {
  const made = OpenApi.fromApi(Api)
  const paths = Object.fromEntries(
    Object.entries(made.paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [method, described(method, operation as Operation)]),
      ),
    ]),
  )
  // References use the names of the wire format, not of our classes.
  return JSON.parse(JSON.stringify({ ...made, paths }).replaceAll(/\bapi_(\w+?)Encoded\b/g, "$1")) as Spec
}

/** Headers common to all calls, which no schema describes. */
const described = (method: string, operation: Operation): Operation => ({
  ...operation,
  parameters: [...(operation.parameters ?? []), ...(method === "post" ? [IDEMPOTENCY_KEY] : [])],
  responses: Object.fromEntries(
    Object.entries(withParts(operation)).map(([status, response]) => [
      status,
      { ...response, headers: status === "429" ? { ...COMMON_HEADERS, ...RETRY_AFTER } : COMMON_HEADERS },
    ]),
  ),
})

/** Calls that return files support ranges, and some calls stream. */
const withParts = ({ operationId = "", responses }: Operation): Operation["responses"] => {
  const whole = responses["200"]
  if (whole?.content === undefined) return responses
  if (STREAMED.has(operationId)) {
    const content = { ...whole.content, "text/event-stream": { schema: { type: "string" } } }
    return { ...responses, "200": { ...whole, content } }
  }
  if ("application/json" in whole.content) return responses
  return { ...responses, "206": { ...whole, description: "The requested range of the file" } }
}

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Names the command: sent again with the same key it is carried out once and answered as before.",
  schema: { type: "string", minLength: 1, maxLength: 200 },
}
const COMMON_HEADERS = {
  "X-Correlation-Id": {
    description: "The id under which the server's log tells of this call.",
    schema: { type: "string" },
  },
  "X-Log-Position": {
    description:
      "Only from installations with read replicas, after a call that wrote something: send it with later calls.",
    schema: { type: "string" },
  },
}
const RETRY_AFTER = {
  "Retry-After": { description: "Seconds to wait before the next request.", schema: { type: "integer" } },
}

export type JsonSchema = {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly items?: JsonSchema
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly enum?: ReadonlyArray<unknown>
  readonly additionalProperties?: boolean | JsonSchema
  readonly [keyword: string]: unknown
}
export type Content = { readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }
export type Operation = {
  readonly summary?: string
  readonly description?: string
  readonly tags?: ReadonlyArray<string>
  readonly operationId?: string
  readonly parameters?: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly schema: JsonSchema
  }>
  readonly requestBody?: Content & { readonly required?: boolean }
  readonly responses: Readonly<Record<string, Content & { readonly description: string; readonly headers?: object }>>
}
type Spec = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  readonly tags?: ReadonlyArray<{ readonly name: string; readonly description?: string }>
}
