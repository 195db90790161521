import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Provider } from "oidc-provider"

/** A person with an account at the issuer. */
export type KnownPerson = {
  readonly subject: string
  readonly email: string
  readonly isVerified: boolean
  readonly name?: string
}

const [CLIENT_ID, CLIENT_SECRET] = ["quire", "a secret between the two"]
const REDIRECTS_MAX = 10
const TTL_S = 600

/**
 * A certified OpenID Connect provider on a port of this machine. Anyone who is `present` is signed in there and agrees to
 * everything, so that a browser passes through without a page.
 */
export const startIssuer = async (redirectUri: string) => {
  let present: KnownPerson = { subject: "", email: "", isVerified: false }
  const people = new Map<string, KnownPerson>()
  const server = createServer()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(origin, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    // Said, so that the provider does not say that it was not.
    ttl: { AccessToken: TTL_S, Grant: TTL_S, IdToken: TTL_S, Interaction: TTL_S, Session: TTL_S },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, subject) => {
      const known = people.get(subject)
      if (known === undefined) return undefined
      const { email, isVerified, name } = known
      return { accountId: subject, claims: () => ({ sub: subject, email, email_verified: isVerified, name }) }
    },
  })
  const callback = provider.callback()

  const agree = async (request: IncomingMessage, response: ServerResponse) => {
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (prompt.name === "login") {
      await provider.interactionFinished(request, response, { login: { accountId: present.subject } })
      return
    }
    const grant = new provider.Grant({ accountId: session?.accountId ?? "", clientId: String(params["client_id"]) })
    grant.addOIDCScope(String(params["scope"]))
    await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } })
  }
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/interaction/")) void agree(request, response)
    else void callback(request, response)
  })

  return {
    /** For THIRD_PARTIES. */
    configured: (id: string) => ({
      id,
      name: "Example",
      issuer: origin,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
    }),
    /** Who sits before the browser. */
    setPresent: (person: KnownPerson) => {
      present = person
      people.set(person.subject, person)
    },
    /** Follows the issuer's pages from the address that a browser was sent to, until it is sent back. */
    follow: async (address: string): Promise<string> => {
      const cookies = new Map<string, string>()
      let next = address
      for (let turn = 0; turn < REDIRECTS_MAX; turn++) {
        const response = await fetch(next, {
          redirect: "manual",
          headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
          cookies.set(name, value)
        }
        next = new URL(response.headers.get("location") ?? "", next).href
        if (next.startsWith(redirectUri)) return next
      }
      throw new Error(`the issuer leads nowhere: ${next}`)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}
export type Issuer = Awaited<ReturnType<typeof startIssuer>>
