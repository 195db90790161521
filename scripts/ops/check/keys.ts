import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import type { CommandSettings } from "../../run/settings.ts"
import { type Check, type Finding, findingsOf } from "./Finding.ts"

const keys = findingsOf("keys")
/** Secrets that only their owner may read have no bits for group and others. */
const OTHERS = 0o077
/** A generated key of 32 bytes has about 30 different ones; a typed one repeats itself. */
const DIFFERENT_BYTES_MIN = 12

/** The master key of this machine: the variable, otherwise the file of the first start, if it can be read. */
export const readMasterKey = ({ masterKey, dataDirectory }: CommandSettings): Uint8Array | undefined => {
  if (masterKey !== undefined) return Redacted.value(masterKey)
  try {
    return Buffer.from(readFileSync(join(dataDirectory, "master.key"), "utf8").trim(), "hex")
  } catch {
    return undefined
  }
}

/** Whether all secrets are present, private and different from each other. */
export const keysCheck = (settings: CommandSettings, key: Uint8Array | undefined): Check => ({
  name: "keys",
  todo: "Make the files with keys readable for the user that runs Quire.",
  run: async () => {
    const findings = [
      ...judgePresence(settings, key),
      ...judgeFiles(settings),
      ...judgeDistinct(secretsOf(settings, key)),
    ]
    return findings.length > 0 ? findings : [keys.ok("present, private and different from each other")]
  },
})

const judgePresence = (settings: CommandSettings, key: Uint8Array | undefined): ReadonlyArray<Finding> => {
  const { databaseUrl, walletSigner, btcNode, bchNode, ltcNode, walletSeed, walletSeedFile, roles } = settings
  const hasCoins = [btcNode, bchNode, ltcNode].some((node) => node !== undefined)
  const hasSeed =
    walletSigner !== undefined ||
    walletSeed !== undefined ||
    existsSync(walletSeedFile ?? join(settings.dataDirectory, "wallet-seed"))
  const hasFile = existsSync(join(settings.dataDirectory, "master.key"))
  return [
    key === undefined && hasFile && keys.problem("master.key cannot be read", "Give it to the user that runs Quire."),
    key === undefined &&
      !hasFile &&
      databaseUrl !== undefined &&
      keys.warning(
        "there is no master key; npm start would generate one on this machine",
        "Set MASTER_KEY: all machines need the same. Generate one with openssl rand -hex 32.",
      ),
    key !== undefined &&
      new Set(key).size < DIFFERENT_BYTES_MIN &&
      keys.problem("MASTER_KEY is not random", "Before any data is stored, generate one with openssl rand -hex 32."),
    hasCoins &&
      roles.includes("worker") &&
      !hasSeed &&
      keys.problem(
        "there are nodes with real coins, but no seed of the wallet",
        "Set WALLET_SIGNER, or WALLET_SEED_FILE to a seed of which a copy is kept elsewhere.",
      ),
  ].filter((finding) => finding !== false)
}

const judgeFiles = (settings: CommandSettings): ReadonlyArray<Finding> => {
  const inData = (name: string) => join(settings.dataDirectory, name)
  const files = [
    inData("master.key"),
    settings.walletSeedFile ?? inData("wallet-seed"),
    settings.chatTls?.keyFile,
    settings.bounceTls?.keyFile,
  ]
  return files
    .filter((file) => file !== undefined && existsSync(file) && (statSync(file).mode & OTHERS) !== 0)
    .map((file) => keys.warning(`others may read ${file}`, `chmod 600 ${file}`))
}

type Secret = readonly [name: string, value: string | undefined]

const secretsOf = (settings: CommandSettings, key: Uint8Array | undefined): ReadonlyArray<Secret> => {
  const { metricsToken, walletSeed, s3Key, aiKey, translateKey, searchAuth } = settings
  const shown = (secret: Redacted.Redacted<string> | undefined) => secret && Redacted.value(secret)
  return [
    ["MASTER_KEY", key && Buffer.from(key).toString("hex")],
    ["WALLET_SEED", shown(walletSeed)],
    ["METRICS_TOKEN", shown(metricsToken)],
    ["S3_KEY", shown(s3Key)?.split(":")[1]],
    ["AI_KEY", shown(aiKey)],
    ["TRANSLATE_KEY", shown(translateKey)],
    ["SEARCH_AUTH", shown(searchAuth)?.split(":").slice(1).join(":")],
  ]
}

/** Who learns one secret must not have another with it. */
export const judgeDistinct = (secrets: ReadonlyArray<Secret>): ReadonlyArray<Finding> => {
  const names = new Map<string, Array<string>>()
  for (const [name, value] of secrets)
    if (value !== undefined) names.set(value.toLowerCase(), [...(names.get(value.toLowerCase()) ?? []), name])
  return [...names.values()]
    .filter((same) => same.length > 1)
    .map((same) => keys.problem(`${same.join(" and ")} are the same`, "Generate a secret of its own for each."))
}
