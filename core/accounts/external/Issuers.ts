import { Cache, Context, Duration, Effect, Exit, Layer, Redacted } from "effect"
import type { Configuration } from "openid-client"
import { AppConfig } from "#core/kernel"
import { LETTERS_AND_SPACES } from "../formRules.ts"
import { ThirdPartyRefused } from "./refusals.ts"

/** Loaded with the first sign-in of this kind. */
const openId = () => import("openid-client")

const TIMEOUT_S = 10
/** Lifetime of cached issuer metadata. */
const DISCOVERY_TTL = Duration.hours(1)
const SUBJECT_LENGTH_MAX = 255

/** An issuer as shown on sign-in pages. */
export type Provider = { readonly provider: string; readonly name: string }

/** State, nonce and PKCE verifier of one authorization. */
export type AuthorizationChecks = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** Verified claims about an identity. */
export type IdentityClaims = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Name at the issuer; null unless it consists of letters and spaces. */
  readonly name: string | null
  /** Whether the issuer has verified the email address. */
  readonly isVerified: boolean
}

/** OpenID Connect issuers of the configuration: discovery, authorization code with PKCE, nonce and state. */
export class Issuers extends Context.Service<
  Issuers,
  {
    readonly providers: ReadonlyArray<Provider>
    /** The authorization address to redirect the browser to, and the checks for its return. */
    beginAuthorization(
      provider: string,
    ): Effect.Effect<{ readonly address: string; readonly checks: AuthorizationChecks }, ThirdPartyRefused>
    /** Exchanges the authorization code. @param returned the full callback address */
    redeem(
      provider: string,
      returned: URL,
      checks: AuthorizationChecks,
    ): Effect.Effect<IdentityClaims, ThirdPartyRefused>
  }
>()("core/accounts/Issuers") {
  static readonly layer = Layer.effect(
    Issuers,
    Effect.gen(function* () {
      const { publicOrigin, thirdParties } = yield* AppConfig
      const configured = Redacted.value(thirdParties)

      const discover = (provider: string): Effect.Effect<Configuration, ThirdPartyRefused> =>
        Effect.gen(function* () {
          const entry = configured.find(({ id }) => id === provider)
          if (entry === undefined) return yield* new ThirdPartyRefused({ why: "unknown" })
          const { issuer, clientId, clientSecret } = entry
          return yield* tryIssuer(async () => {
            const { allowInsecureRequests, discovery } = await openId()
            // The configuration allows this only for local addresses.
            const execute = issuer.startsWith("http:") ? [allowInsecureRequests] : []
            return discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: TIMEOUT_S })
          })
        })
      const configurations = yield* Cache.makeWith(discover, {
        capacity: Math.max(1, configured.length),
        timeToLive: (exit) => (Exit.isSuccess(exit) ? DISCOVERY_TTL : Duration.zero),
      })

      return Issuers.of({
        providers: configured.map(({ id, name }) => ({ provider: id, name })),

        beginAuthorization: Effect.fn("Issuers.beginAuthorization")(function* (provider) {
          const config = yield* Cache.get(configurations, provider)
          return yield* tryIssuer(async () => {
            const client = await openId()
            const verifier = client.randomPKCECodeVerifier()
            const checks = { state: client.randomState(), nonce: client.randomNonce(), verifier }
            const address = client.buildAuthorizationUrl(config, {
              redirect_uri: returnAddress(publicOrigin, provider),
              scope: "openid email profile",
              state: checks.state,
              nonce: checks.nonce,
              code_challenge: await client.calculatePKCECodeChallenge(verifier),
              code_challenge_method: "S256",
            })
            return { address: address.href, checks }
          })
        }),

        redeem: Effect.fn("Issuers.redeem")(function* (provider, returned, { state, nonce, verifier }) {
          const config = yield* Cache.get(configurations, provider)
          return yield* tryIssuer(async () => {
            const client = await openId()
            // Behind a proxy, the request's own address differs from the registered one.
            const current = new URL(returnAddress(publicOrigin, provider) + returned.search)
            const tokens = await client.authorizationCodeGrant(config, current, {
              expectedState: state,
              expectedNonce: nonce,
              pkceCodeVerifier: verifier,
              idTokenExpected: true,
            })
            const claims = tokens.claims()
            if (claims === undefined || claims.sub.length > SUBJECT_LENGTH_MAX)
              throw new Error("the ID token has no usable subject")
            const about =
              claims["email"] === undefined
                ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
                : claims
            const { email, email_verified: isVerified, name } = about
            return {
              issuer: claims.iss,
              subject: claims.sub,
              email: typeof email === "string" ? email : null,
              name: typeof name === "string" && LETTERS_AND_SPACES.test(name) ? name : null,
              isVerified: isVerified === true,
            }
          })
        }),
      })
    }),
  )
}

const returnAddress = (origin: string, provider: string): string => `${origin}/thirdparty/${provider}/callback`

/** Turns any error of an issuer into a refusal and logs the reason. */
const tryIssuer = <A>(work: () => Promise<A>): Effect.Effect<A, ThirdPartyRefused> =>
  Effect.tryPromise({ try: work, catch: (error) => error }).pipe(
    Effect.tapError((error) => Effect.logWarning("third party sign-in failed", { reason: String(error) })),
    Effect.mapError(() => new ThirdPartyRefused({ why: "failed" })),
  )
