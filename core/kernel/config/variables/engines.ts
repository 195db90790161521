import { Config, Redacted, Schema } from "effect"
import { Characters, EngineUrl, IndexPrefix, Model, optional, Secret, schema, UserAndPassword } from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Engines beside the product: for text and for search. */
export const enginesVariables = {
  aiUrl: {
    name: "AI_URL",
    config: optional(schema(EngineUrl, "AI_URL")),
    allowed: "an address like http://localhost:11434/v1",
    default: "none: the product offers no writing, and no translation without TRANSLATE_URL",
    purpose:
      "A server that speaks the chat completions protocol of OpenAI (Ollama, vLLM, llama.cpp, hosted ones): what /chat/completions follows.",
  },
  aiModel: {
    name: "AI_MODEL",
    config: optional(schema(Model, "AI_MODEL")),
    allowed: "the name of a model, up to 200 letters, digits and .:/_+-",
    default: "none; AI_URL needs it",
    purpose: "The model that AI_URL is asked for.",
  },
  aiKey: {
    name: "AI_KEY",
    config: optional(schema(Secret, "AI_KEY").pipe(Config.map(Redacted.make))),
    allowed: "up to 500 visible characters",
    default: "none",
    purpose: "What AI_URL is shown (Authorization: Bearer ...), where it asks for it.",
  },
  translateUrl: {
    name: "TRANSLATE_URL",
    config: optional(schema(EngineUrl, "TRANSLATE_URL")),
    allowed: "an address like http://localhost:5000",
    default: "none: AI_URL translates, where there is one",
    purpose: "A LibreTranslate server that translates.",
  },
  translateKey: {
    name: "TRANSLATE_KEY",
    config: optional(schema(Secret, "TRANSLATE_KEY").pipe(Config.map(Redacted.make))),
    allowed: "up to 500 visible characters",
    default: "none",
    purpose: "The key that TRANSLATE_URL is shown, where it asks for one.",
  },
  assistPersonCharacters: {
    name: "AI_PERSON_CHARACTERS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Characters)), "AI_PERSON_CHARACTERS").pipe(
      Config.withDefault(60_000),
    ),
    allowed: "a whole number from 0 to 1000000000000",
    default: "60000",
    purpose: "How many characters one person may have translated and written on a day (UTC).",
  },
  assistDayCharacters: {
    name: "AI_DAY_CHARACTERS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Characters)), "AI_DAY_CHARACTERS").pipe(
      Config.withDefault(2_000_000),
    ),
    allowed: "a whole number from 0 to 1000000000000",
    default: "2000000",
    purpose: "The same for everybody together.",
  },
  searchUrl: {
    name: "SEARCH_URL",
    config: optional(schema(EngineUrl, "SEARCH_URL")),
    allowed: "an address like https://search.example.org:9200",
    default: "none: PostgreSQL answers searches",
    purpose:
      "An OpenSearch cluster, for libraries of many millions of items. It answers once an operator lets it: ops search.",
  },
  searchAuth: {
    name: "SEARCH_AUTH",
    config: optional(schema(UserAndPassword, "SEARCH_AUTH").pipe(Config.map(Redacted.make))),
    allowed: "a user and a password joined by a colon",
    default: "none",
    purpose: "What SEARCH_URL is shown (Authorization: Basic ...), where it asks for it.",
  },
  searchPrefix: {
    name: "SEARCH_PREFIX",
    config: schema(IndexPrefix, "SEARCH_PREFIX").pipe(Config.withDefault("quire")),
    allowed: "up to 40 small letters, digits and -_, a letter first",
    default: "quire",
    purpose: "What the names of our indexes in the cluster begin with.",
  },
} as const satisfies Record<string, Variable<unknown>>
