import { Config, Redacted, Schema } from "effect"
import { HashMemory, HashPasses, MailAddress, optional, SmtpUrl, schema, ThirdParties } from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Accounts, demo content and mail. */
export const peopleVariables = {
  signUp: {
    name: "SIGN_UP",
    config: Config.Literals(["open", "invited"], "SIGN_UP").pipe(Config.withDefault("open")),
    allowed: "open or invited",
    default: "open",
    purpose: "Who may get an account: everybody, or only who brings an invitation (ops accounts invite, and members).",
  },
  passwordMemoryKib: {
    name: "PASSWORD_MEMORY_KIB",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(HashMemory)), "PASSWORD_MEMORY_KIB").pipe(
      Config.withDefault(65_536),
    ),
    allowed: "a whole number from 8 to 1048576",
    default: "65536",
    purpose: "Memory that the hash of one password takes (Argon2id), in KiB. Less than the default is for tests.",
  },
  passwordPasses: {
    name: "PASSWORD_PASSES",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(HashPasses)), "PASSWORD_PASSES").pipe(
      Config.withDefault(3),
    ),
    allowed: "a whole number from 1 to 20",
    default: "3",
    purpose: "How often that memory is gone through.",
  },
  demo: {
    name: "DEMO",
    config: optional(Config.Boolean("DEMO")),
    allowed: "true or false",
    default: "true in development, else false",
    purpose: "Fill an empty database with the demo library and run its publisher.",
  },
  demoPort: {
    name: "DEMO_PORT",
    config: Config.Port("DEMO_PORT").pipe(Config.withDefault(4470)),
    allowed: "a port number from 1 to 65535",
    default: "4470",
    purpose: "The port of 127.0.0.1 that the demo's publisher serves its feeds on.",
  },
  thirdParties: {
    name: "THIRD_PARTIES",
    config: schema(ThirdParties, "THIRD_PARTIES").pipe(Config.withDefault([]), Config.map(Redacted.make)),
    allowed:
      'JSON like [{"id":"example","name":"Example","issuer":"https://id.example.org","clientId":"…","clientSecret":"…"}]',
    default: "none",
    purpose:
      "OpenID Connect issuers that people may sign in through, ten at most. Register PUBLIC_ORIGIN/thirdparty/ID/callback with each.",
  },
  smtpUrl: {
    name: "SMTP_URL",
    config: optional(schema(SmtpUrl, "SMTP_URL").pipe(Config.map(Redacted.make))),
    allowed: "an address like smtp://user:password@mail.example.org:587, or smtps://",
    default: "none: mail stays in the database, for ops mail",
    purpose: "The server that mail is handed to.",
  },
  mailFrom: {
    name: "MAIL_FROM",
    config: optional(schema(MailAddress, "MAIL_FROM")),
    allowed: "a mail address",
    default: "CONTACT_EMAIL",
    purpose: "Whom mail comes from.",
  },
} as const satisfies Record<string, Variable<unknown>>
