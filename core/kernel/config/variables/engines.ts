import { Config, Redacted, Schema } from "effect"
import { Characters, EngineUrl, IndexPrefix, Model, optional, Secret, schema, UserAndPassword } from "../values.ts"
import type { Variable } from "./Variable.ts"

/** External engines for text and for search. */
export const enginesVariables = {
  aiUrl: {
    name: "AI_URL",
    config: optional(schema(EngineUrl, "AI_URL")),
    allowed: "an address like http://localhost:11434/v1",
    default: "none: no AI writing, and no translation without TRANSLATE_URL",
    purpose:
      "The base URL of a server with OpenAI's chat completions API (Ollama, vLLM, llama.cpp or hosted); /chat/completions is appended.",
  },
  aiModel: {
    name: "AI_MODEL",
    config: optional(schema(Model, "AI_MODEL")),
    allowed: "the name of a model, up to 200 letters, digits and .:/_+-",
    default: "none; AI_URL needs it",
    purpose: "The model to use at AI_URL.",
  },
  aiKey: {
    name: "AI_KEY",
    config: optional(schema(Secret, "AI_KEY").pipe(Config.map(Redacted.make))),
    allowed: "up to 500 visible characters",
    default: "none",
    purpose: "The bearer token for AI_URL, if it needs one.",
  },
  translateUrl: {
    name: "TRANSLATE_URL",
    config: optional(schema(EngineUrl, "TRANSLATE_URL")),
    allowed: "an address like http://localhost:5000",
    default: "none: AI_URL translates, if it is set",
    purpose: "A LibreTranslate server for translations.",
  },
  translateKey: {
    name: "TRANSLATE_KEY",
    config: optional(schema(Secret, "TRANSLATE_KEY").pipe(Config.map(Redacted.make))),
    allowed: "up to 500 visible characters",
    default: "none",
    purpose: "The API key for TRANSLATE_URL, if it needs one.",
  },
  assistPersonCharacters: {
    name: "AI_PERSON_CHARACTERS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Characters)), "AI_PERSON_CHARACTERS").pipe(
      Config.withDefault(60_000),
    ),
    allowed: "a whole number from 0 to 1000000000000",
    default: "60000",
    purpose: "The daily limit (UTC) of characters that one person may have translated or written.",
  },
  assistDayCharacters: {
    name: "AI_DAY_CHARACTERS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Characters)), "AI_DAY_CHARACTERS").pipe(
      Config.withDefault(2_000_000),
    ),
    allowed: "a whole number from 0 to 1000000000000",
    default: "2000000",
    purpose: "The same limit for all people together.",
  },
  searchUrl: {
    name: "SEARCH_URL",
    config: optional(schema(EngineUrl, "SEARCH_URL")),
    allowed: "an address like https://search.example.org:9200",
    default: "none: PostgreSQL handles searches",
    purpose:
      "An OpenSearch cluster for libraries with many millions of items. An operator enables it with: ops search.",
  },
  searchAuth: {
    name: "SEARCH_AUTH",
    config: optional(schema(UserAndPassword, "SEARCH_AUTH").pipe(Config.map(Redacted.make))),
    allowed: "user:password",
    default: "none",
    purpose: "The basic authentication for SEARCH_URL, if it needs one.",
  },
  searchPrefix: {
    name: "SEARCH_PREFIX",
    config: schema(IndexPrefix, "SEARCH_PREFIX").pipe(Config.withDefault("quire")),
    allowed: "up to 40 lower-case letters, digits and -_, starting with a letter",
    default: "quire",
    purpose: "The prefix of index names in the cluster.",
  },
} as const satisfies Record<string, Variable<unknown>>
