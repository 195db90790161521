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
  SpendingLimits,
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
    default: "none: fixed demo rates, labelled as such",
    purpose:
      'Public endpoints with prices, at most 20. Each price is a JSON Pointer into the response; "time" may point to its timestamp.',
  },
  rateQuorum: {
    name: "RATE_QUORUM",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Quorum)), "RATE_QUORUM").pipe(Config.withDefault(2)),
    allowed: "a whole number from 1 to 20",
    default: "2",
    purpose: "The number of sources that must agree on a price (quorum).",
  },
  rateSpreadPercent: {
    name: "RATE_SPREAD_PERCENT",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(Percent)), "RATE_SPREAD_PERCENT").pipe(
      Config.withDefault(2),
    ),
    allowed: "a whole number from 0 to 50",
    default: "2",
    purpose: "The maximum distance of a price from the median to count as agreeing, in percent.",
  },
  rateSeconds: {
    name: "RATE_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(RateSeconds)), "RATE_SECONDS").pipe(
      Config.withDefault(300),
    ),
    allowed: "a whole number from 10 to 86400",
    default: "300",
    purpose: "The interval in seconds between price requests. Prices older than three intervals are not used.",
  },
  simBlockSeconds: {
    name: "SIM_BLOCK_SECONDS",
    config: schema(Schema.FiniteFromString.pipe(Schema.decodeTo(BlockSeconds)), "SIM_BLOCK_SECONDS").pipe(
      Config.withDefault(15),
    ),
    allowed: "a whole number from 1 to 3600",
    default: "15",
    purpose:
      "The seconds between two blocks of a demo chain. Blocks are mined only while a payment waits; ops wallet sim mines immediately.",
  },
  btcExplorer: {
    name: "BTC_EXPLORER",
    config: optional(schema(ExplorerUrl, "BTC_EXPLORER")),
    allowed: "an address that contains {txid}, like https://explorer.example/tx/{txid}",
    default: "none: transactions are shown without a link",
    purpose: "The block explorer for deposits and withdrawals on this chain.",
  },
  bchExplorer: {
    name: "BCH_EXPLORER",
    config: optional(schema(ExplorerUrl, "BCH_EXPLORER")),
    allowed: "an address that contains {txid}, like https://explorer.example/tx/{txid}",
    default: "none: transactions are shown without a link",
    purpose: "The block explorer for deposits and withdrawals on this chain.",
  },
  ltcExplorer: {
    name: "LTC_EXPLORER",
    config: optional(schema(ExplorerUrl, "LTC_EXPLORER")),
    allowed: "an address that contains {txid}, like https://explorer.example/tx/{txid}",
    default: "none: transactions are shown without a link",
    purpose: "The block explorer for deposits and withdrawals on this chain.",
  },
  btcNode: {
    name: "BTC_NODE",
    config: optional(schema(NodeUrl, "BTC_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:8332, with /regtest appended for a regtest chain",
    default: "none: a demo chain without real coins",
    purpose:
      "Your own Bitcoin Core or Knots node, version 24 or newer. Its wallet is watch-only; the signer holds the keys.",
  },
  bchNode: {
    name: "BCH_NODE",
    config: optional(schema(NodeUrl, "BCH_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:8332, with /regtest appended for a regtest chain",
    default: "none: a demo chain without real coins",
    purpose: "Your own Bitcoin Cash Node. Not tested against a live node yet.",
  },
  ltcNode: {
    name: "LTC_NODE",
    config: optional(schema(NodeUrl, "LTC_NODE").pipe(Config.map(Redacted.make))),
    allowed: "an address like http://user:password@127.0.0.1:9332, with /regtest appended for a regtest chain",
    default: "none: a demo chain without real coins",
    purpose: "Your own Litecoin Core node, version 0.21 or newer.",
  },
  walletSigner: {
    name: "WALLET_SIGNER",
    config: optional(Config.NonEmptyString("WALLET_SIGNER")),
    allowed: "the path of a Unix socket",
    default: "none: the worker starts one",
    purpose: "The socket of a signer that runs separately as its own user and holds the private keys.",
  },
  walletSignerLimits: {
    name: "WALLET_SIGNER_LIMITS",
    config: optional(schema(SpendingLimits, "WALLET_SIGNER_LIMITS")),
    allowed: "a list like BTC=2.5,BCH=40,LTC=400, in coins, each chain at most once",
    default: "none: the signer has no limit of its own",
    purpose:
      "The most that the signer signs away within 24 hours, per chain, fees included. A signer with a socket reads it from its own environment.",
  },
  walletSignerState: {
    name: "WALLET_SIGNER_STATE",
    config: optional(Config.NonEmptyString("WALLET_SIGNER_STATE")),
    allowed: "the path of a file",
    default: "wallet-signer-state in QUIRE_DATA_DIR",
    purpose:
      "Where the signer stores what it signed, before it signs. A signer with a socket reads it from its own environment and needs it if it has limits.",
  },
  walletSignerOperators: {
    name: "WALLET_SIGNER_OPERATORS",
    config: optional(Config.NonEmptyString("WALLET_SIGNER_OPERATORS")),
    allowed: "the path of a file that ops wallet pin-operators wrote",
    default: "wallet-signer-operators.json in QUIRE_DATA_DIR, if there is one",
    purpose:
      "The operators whose passkeys may approve payments beyond WALLET_SIGNER_LIMITS. A signer with a socket reads it from its own environment.",
  },
  walletSeedFile: {
    name: "WALLET_SEED_FILE",
    config: optional(Config.NonEmptyString("WALLET_SEED_FILE")),
    allowed: "the path of a file of mode 0600 with 32 to 128 hexadecimal digits",
    default: "wallet-seed in QUIRE_DATA_DIR, generated there while no chain has real coins",
    purpose:
      "The seed of all keys, for the signer that the worker starts. Anyone who has it has the coins. Keep a separate copy.",
  },
  walletSeed: {
    name: "WALLET_SEED",
    config: optional(schema(Seed, "WALLET_SEED").pipe(Config.map(Redacted.make))),
    allowed: "32 to 128 hexadecimal digits",
    default: "none: WALLET_SEED_FILE",
    purpose: "The same seed as a value, for environments that provide secrets as variables.",
  },
} as const satisfies Record<string, Variable<unknown>>
