/** A certified OpenID provider; the package brings no types. Only what the test's issuer uses. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  type Interaction = {
    readonly prompt: { readonly name: string }
    readonly params: Readonly<Record<string, unknown>>
    readonly session?: { readonly accountId: string }
  }
  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Account = { readonly accountId: string; claims(): Readonly<Record<string, unknown>> }

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        readonly clients: ReadonlyArray<Readonly<Record<string, unknown>>>
        readonly claims: Readonly<Record<string, ReadonlyArray<string>>>
        readonly pkce: { required(): boolean }
        readonly cookies: { readonly keys: ReadonlyArray<string> }
        readonly features: Readonly<Record<string, { readonly enabled: boolean }>>
        readonly ttl: Readonly<Record<string, number>>
        readonly interactions: { url(context: unknown, interaction: { readonly uid: string }): string }
        findAccount(context: unknown, subject: string): Account | undefined
      },
    )
    readonly Grant: new (about: {
      readonly accountId: string
      readonly clientId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
