import { Config, Redacted } from "effect"
import { ConnectionCount, Day, DkimKey, Host, Label, number, optional, SmtpUrl, schema } from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Newsletters and the signature of all mail. */
export const bulkMailVariables = {
  dkimKey: {
    name: "DKIM_KEY",
    config: optional(schema(DkimKey, "DKIM_KEY").pipe(Config.map(Redacted.make))),
    allowed: "an RSA key of 1024 bits or more: PKCS #8, DER, base64 on one line",
    default: "none: mail is not signed here",
    purpose:
      "The key that signs mail (DKIM). Make one with: openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -outform DER | base64 -w0. npm run ops -- mail dkim prints its DNS record.",
  },
  dkimSelector: {
    name: "DKIM_SELECTOR",
    config: schema(Label, "DKIM_SELECTOR").pipe(Config.withDefault("quire")),
    allowed: "a DNS label",
    default: "quire",
    purpose: "The selector of that key. The domain is that of the sender address.",
  },
  bulkSmtpUrl: {
    name: "BULK_SMTP_URL",
    config: optional(schema(SmtpUrl, "BULK_SMTP_URL").pipe(Config.map(Redacted.make))),
    allowed: "an address like smtp://user:password@mail.example.org:587, or smtps://",
    default: "SMTP_URL",
    purpose: "The SMTP server for newsletters. A server of their own keeps the reputation of the other mail clean.",
  },
  bulkConnections: {
    name: "BULK_CONNECTIONS",
    config: number(ConnectionCount, "BULK_CONNECTIONS").pipe(Config.withDefault(5)),
    allowed: "a whole number from 1 to 50",
    default: "5",
    purpose: "The connections of one worker to that server. Other mail has connections of its own.",
  },
  bounceDomain: {
    name: "BOUNCE_DOMAIN",
    config: optional(schema(Host, "BOUNCE_DOMAIN")),
    allowed: "a host name",
    default:
      "none: newsletters have the sender address as return path, bounces are not counted, and support cannot be answered by mail",
    purpose:
      "The domain of the return paths of newsletters and of the addresses for replies to support. Its MX record must lead to BOUNCE_PORT of a worker.",
  },
  bouncePort: {
    name: "BOUNCE_PORT",
    config: optional(Config.Port("BOUNCE_PORT")),
    allowed: "a port number from 1 to 65535",
    default: "none: no mail is received",
    purpose: "The port on which the worker receives bounces, complaints and replies to support (SMTP).",
  },
  bounceTlsCert: {
    name: "BOUNCE_TLS_CERT",
    config: optional(Config.NonEmptyString("BOUNCE_TLS_CERT")),
    allowed: "the path of a PEM file",
    default: "none: mail arrives unencrypted",
    purpose: "The certificate chain of that port, which offers STARTTLS then. A renewed file is used within an hour.",
  },
  bounceTlsKey: {
    name: "BOUNCE_TLS_KEY",
    config: optional(Config.NonEmptyString("BOUNCE_TLS_KEY")),
    allowed: "the path of a PEM file",
    default: "none; BOUNCE_TLS_CERT needs it",
    purpose: "The key of that certificate.",
  },
  warmUpFrom: {
    name: "WARM_UP_FROM",
    config: optional(schema(Day, "WARM_UP_FROM")),
    allowed: "a day like 2026-11-01",
    default: "none: no limit",
    purpose:
      "The first day on which a new domain sends newsletters. 200 letters leave on that day, more on each of the next 41, and as many as there are afterwards.",
  },
} as const satisfies Record<string, Variable<unknown>>
