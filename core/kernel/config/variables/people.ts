import { Config, Redacted, Schema } from "effect"
import {
  HashMemory,
  HashPasses,
  MailAddress,
  MailAddresses,
  optional,
  SmtpUrl,
  schema,
  ThirdParties,
} from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Accounts, demo content and mail. */
export const peopleVariables = {
  signUp: {
    name: "SIGN_UP",
    config: Config.Literals(["open", "invited"], "SIGN_UP").pipe(Config.withDefault("open")),
    allowed: "open or invited",
    default: "open",
    purpose:
      "Who may sign up: everyone, or only people with an invitation from an operator (ops accounts invite) or a member.",
  },
  passwordMemoryKib: {
    name: "PASSWORD_MEMORY_KIB",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(HashMemory)), "PASSWORD_MEMORY_KIB").pipe(
      Config.withDefault(65_536),
    ),
    allowed: "a whole number from 8 to 1048576",
    default: "65536",
    purpose: "The memory of one password hash (Argon2id), in KiB. Use less than the default only in tests.",
  },
  passwordPasses: {
    name: "PASSWORD_PASSES",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(HashPasses)), "PASSWORD_PASSES").pipe(
      Config.withDefault(3),
    ),
    allowed: "a whole number from 1 to 20",
    default: "3",
    purpose: "The number of passes over that memory.",
  },
  demo: {
    name: "DEMO",
    config: optional(Config.Boolean("DEMO")),
    allowed: "true or false",
    default: "true in development, else false",
    purpose: "Whether to fill an empty database with the demo library and run its publisher.",
  },
  demoPort: {
    name: "DEMO_PORT",
    config: Config.Port("DEMO_PORT").pipe(Config.withDefault(4470)),
    allowed: "a port number from 1 to 65535",
    default: "4470",
    purpose: "The port on 127.0.0.1 on which the demo publisher serves its feeds.",
  },
  thirdParties: {
    name: "THIRD_PARTIES",
    config: schema(ThirdParties, "THIRD_PARTIES").pipe(Config.withDefault([]), Config.map(Redacted.make)),
    allowed:
      'JSON like [{"id":"example","name":"Example","issuer":"https://id.example.org","clientId":"…","clientSecret":"…"}]',
    default: "none",
    purpose:
      "OpenID Connect issuers for sign-in, at most ten. Register PUBLIC_ORIGIN/thirdparty/ID/callback with each.",
  },
  smtpUrl: {
    name: "SMTP_URL",
    config: optional(schema(SmtpUrl, "SMTP_URL").pipe(Config.map(Redacted.make))),
    allowed: "an address like smtp://user:password@mail.example.org:587, or smtps://",
    default: "none: mail stays in the database; read it with ops mail",
    purpose: "The SMTP server for outgoing mail.",
  },
  mailFrom: {
    name: "MAIL_FROM",
    config: optional(schema(MailAddress, "MAIL_FROM")),
    allowed: "an email address",
    default: "CONTACT_EMAIL",
    purpose: "The sender address of mail.",
  },
  proofMail: {
    name: "PROOF_MAIL",
    config: optional(schema(MailAddress, "PROOF_MAIL")),
    allowed: "an email address",
    default: "none: proofs are not mailed",
    purpose:
      "Where the newest proof of the log is mailed each day. Use a mailbox that nobody with access to the database can change.",
  },
  operatorsMail: {
    name: "OPERATORS_MAIL",
    config: optional(schema(MailAddresses, "OPERATORS_MAIL").pipe(Config.map((addresses) => addresses.split(/, ?/)))),
    allowed: "email addresses, separated by commas; 20 at most",
    default: "none: nobody is mailed",
    purpose: "Who is mailed when an operator takes emergency permissions: everybody who operates the site.",
  },
} as const satisfies Record<string, Variable<unknown>>
