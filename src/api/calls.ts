import type { Schema } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { Api } from "./Api.ts"

type Groups = (typeof Api)["groups"]
type Endpoint = HttpApiGroup.Endpoints<Groups[keyof Groups]>

/** Every call by its path below `/api/`, with its JSON payload and response data. */
export type Calls = {
  readonly [Each in Endpoint as Each["path"] extends `/api/${infer Path}` ? Path : never]: {
    readonly payload: Unchecked<Json<Each["~Payload"]>>
    readonly data: Json<Each["~Success"]> extends { readonly data: infer Data } ? Data : null
  }
}
export type CallPath = keyof Calls

/** The JSON type of a schema. */
type Json<A extends Schema.Top> = A extends Schema.toCodecJson<infer Inner> ? Inner["Encoded"] : A["Encoded"]

/** Unchecked payload values, for example from a form. The call validates them. */
type Unchecked<A> = A extends string
  ? string
  : A extends number
    ? number
    : A extends ReadonlyArray<infer Each>
      ? ReadonlyArray<Unchecked<Each>>
      : A extends object
        ? { readonly [Name in keyof A]: Unchecked<A[Name]> }
        : A
export type CallData<Path extends CallPath> = Calls[Path]["data"]
/** A call that is built in one place and sent in another. */
export type AnyCall = {
  readonly [Path in CallPath]: { readonly path: Path; readonly payload: Calls[Path]["payload"] }
}[CallPath]

/** The payload that a handler receives, for handlers that are written outside `handleAll`. */
export type RequestOf<Endpoints extends ReadonlyArray<HttpApiEndpoint.Constraint>, Name extends string> = {
  readonly payload: HttpApiEndpoint.Payload<HttpApiEndpoint.WithIdentifier<Endpoints[number], Name>>["Type"]
}
