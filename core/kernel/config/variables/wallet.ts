import { Config, Redacted, Schema } from "effect"
import {
  BlockSeconds,
  ExplorerUrl,
  NodeUrl,
  optional,
  Percent,
  Quorum,
  RateSeconds,
  RateSources,
  Seed,
  schema,
} from "../values.ts"
import type { Variable } from "./Variable.ts"

/** Prices, chains and keys. */
export const walletVariables = {
  rateSources: {
    name: "RATE_SOURCES",
    config: schema(RateSources, "RATE_SOURCES").pipe(Config.withDefault([])),
    allowed:
      'JSON like [{"name":"Example","url":"https://api.example.org/ticker","prices":{"BTC/USD":"/data/0/last","LTC/EUR":"/data/1/last"}}]',
    default: "none: fixed demo rates, which are shown as such",
    purpose:
      'Public endpoints that tell prices, 20 at most. A price is named by its place in the JSON of the answer (JSON Pointer); "time" may name the place of its moment.',
  },
  rateQuorum: {
    name: "RATE_QUORUM",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Quorum)), "RATE_QUORUM").pipe(Config.withDefault(2)),
    allowed: "a whole number from 1 to 20",
    default: "2",
    purpose: "How many sources have to agree on a price before it counts.",
  },
  rateSpreadPercent: {
    name: "RATE_SPREAD_PERCENT",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Percent)), "RATE_SPREAD_PERCENT").pipe(
      Config.withDefault(2),
    ),
    allowed: "a whole number from 0 to 50",
    default: "2",
    purpose: "How far from the median of all a price may be and still agree with it, in percent.",
  },
  rateSeconds: {
    name: "RATE_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(RateSeconds)), "RATE_SECONDS").pipe(
      Config.withDefault(300),
    ),
    allowed: "a whole number from 10 to 86400",
    default: "300",
    purpose: "How often prices are asked for. What is three times as old prices nothing any more.",
  },
  simBlockSeconds: {
    name: "SIM_BLOCK_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(BlockSeconds)), "SIM_BLOCK_SECONDS").pipe(
      Config.withDefault(15),
    ),
    allowed: "a whole number from 1 to 3600",
    default: "15",
    purpose:
      "How many seconds lie between two blocks of a demo chain. Blocks come only while somebody waits for one; ops wallet sim makes them at once.",
  },
  btcExplorer: {
    name: "BTC_EXPLORER",
    config: optional(schema(ExplorerUrl, "BTC_EXPLORER")),
    allowed: "an address with {txid} in it, like https://explorer.example/tx/{txid}",
    default: "none: transactions are shown without a link",
    purpose: "Where somebody's deposit or withdrawal on this chain can be looked up.",
  },
  bchExplorer: {
    name: "BCH_EXPLORER",
    config: optional(schema(ExplorerUrl, "BCH_EXPLORER")),
    allowed: "an address with {txid} in it, like https://explorer.example/tx/{txid}",
    default: "none: transactions are shown without a link",
    purpose: "Where somebody's deposit or withdrawal on this chain can be looked up.",
  },
  ltcExplorer: {
    name: "LTC_EXPLORER",
    config: optional(schema(ExplorerUrl, "LTC_EXPLORER")),
    allowed: "an address with {txid} in it, like https://explorer.example/tx/{txid}",
    default: "none: transactions are shown without a link",
    purpose: "Where somebody's deposit or withdrawal on this chain can be looked up.",
  },
  btcNode: {
    name: "BTC_NODE",
    config: optional(schema(NodeUrl, "BTC_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:8332, with /regtest behind it for a chain of tests",
    default: "none: a demo chain without real coins",
    purpose: "A Bitcoin Core or Knots of your own, 24 or newer. Its wallet watches; keys are with the signer.",
  },
  bchNode: {
    name: "BCH_NODE",
    config: optional(schema(NodeUrl, "BCH_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:8332, with /regtest behind it for a chain of tests",
    default: "none: a demo chain without real coins",
    purpose: "A Bitcoin Cash Node of your own. Not tried against a live one yet.",
  },
  ltcNode: {
    name: "LTC_NODE",
    config: optional(schema(NodeUrl, "LTC_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:9332, with /regtest behind it for a chain of tests",
    default: "none: a demo chain without real coins",
    purpose: "A Litecoin Core of your own, 0.21 or newer.",
  },
  walletSigner: {
    name: "WALLET_SIGNER",
    config: optional(Config.NonEmptyString("WALLET_SIGNER")),
    allowed: "the path of a Unix socket",
    default: "none: the worker starts one",
    purpose: "Where the signer listens that holds the private keys, run apart as a user of its own.",
  },
  walletSeedFile: {
    name: "WALLET_SEED_FILE",
    config: optional(Config.NonEmptyString("WALLET_SEED_FILE")),
    allowed: "the path of a file of mode 0600 with 32 to 128 hexadecimal digits",
    default: "wallet-seed in QUIRE_DATA_DIR, made there while no chain has real coins",
    purpose:
      "What all keys come from, for the signer that the worker starts. Whoever has it has the coins; keep a copy apart.",
  },
  walletSeed: {
    name: "WALLET_SEED",
    config: optional(schema(Seed, "WALLET_SEED").pipe(Config.map(Redacted.make))),
    allowed: "32 to 128 hexadecimal digits",
    default: "none: WALLET_SEED_FILE",
    purpose: "The same without a file, where secrets come by the environment.",
  },
} as const satisfies Record<string, Variable<unknown>>
