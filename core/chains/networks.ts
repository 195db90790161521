/** The chains of deposits and withdrawals, named after their assets. */
export const CHAIN_NAMES = ["BTC", "BCH", "LTC"] as const
export type ChainName = (typeof CHAIN_NAMES)[number]

/**
 * The networks of a chain: `main` has real coins, `regtest` is a developer's own node, `demo` is SimChain, whose
 * addresses are invalid on every other network.
 */
export const STAGES = ["main", "regtest", "demo"] as const
export type Stage = (typeof STAGES)[number]

/** The output script types that payments may go to. Others are refused. */
export const SCRIPT_TYPES = ["p2pkh", "p2sh", "p2wpkh", "p2wsh", "p2tr"] as const
export type ScriptType = (typeof SCRIPT_TYPES)[number]

/** One network of one chain, with everything that differs between chains and networks. */
export interface Network {
  readonly name: ChainName
  readonly stage: Stage
  /** Byte order as on the wire. */
  readonly assetTypeId: 1 | 2 | 3
  /** Human-readable prefix of bech32 and bech32m addresses; null if the chain has no witness scripts. */
  readonly hrp: string | null
  /** Prefix of cashaddr addresses; null if the chain has none. */
  readonly cashPrefix: string | null
  /** Version byte of base58check addresses; null if they are neither accepted nor issued. */
  readonly p2pkh: number | null
  /** Version bytes of script hashes, the preferred one first; Litecoin has an older one that is Bitcoin's too. */
  readonly p2sh: ReadonlyArray<number>
  /** Version byte of a private key in base58check. */
  readonly wif: number
  /** Version of extended keys (BIP32), four bytes. */
  readonly bip32: { readonly public: number; readonly private: number }
  /** Path of accounts: m/purpose'/coinType'/account' (BIP44, BIP84, SLIP-44; coin type 1 for all test networks). */
  readonly purpose: 44 | 84
  readonly coinType: number
  /** The script type of our addresses, by the purpose. */
  readonly ownScript: "p2pkh" | "p2wpkh"
  /** Average seconds between blocks; for SimChain the default of its timer. */
  readonly blockSeconds: number
  /** Confirmations before a deposit is credited: `usual`, and `large` from this amount in US cents. */
  readonly confirmations: { readonly usual: number; readonly large: number; readonly largeFromUsdCents: bigint }
  /**
   * Depth below the tip at which the network itself treats blocks as final (BCHN, src/validation.h); null if it has no
   * such rule.
   */
  readonly finalityDepth: number | null
  /**
   * The window: the maximum depth in blocks of a reorganization that is followed. Movements within it are reported by
   * every call; a deeper reorganization stops processing. It exceeds every confirmation threshold.
   */
  readonly windowBlocks: number
  /** Dust limit of an output in minor units, by script type; script types without an entry cannot be paid. */
  readonly dust: Partial<Readonly<Record<ScriptType, bigint>>>
  /**
   * Fee rates in minor units per 1,000 virtual bytes: the relay minimum, the fallback without an estimate, and the
   * maximum.
   */
  readonly feeRate: { readonly min: bigint; readonly fallback: bigint; readonly max: bigint }
}

const XPUB = { public: 0x0488b21e, private: 0x0488ade4 } as const
const TPUB = { public: 0x043587cf, private: 0x04358394 } as const

/** 1,000 US dollars. */
const LARGE_USD_CENTS = 100_000n
/** Twice the largest number of confirmations; an hour of Litecoin's blocks. */
const WINDOW_BLOCKS = 24

/**
 * Dust limits at a dust relay rate of 3,000 per 1,000 bytes (Bitcoin Core, src/policy/policy.cpp, GetDustThreshold).
 */
const BTC_DUST = { p2pkh: 546n, p2sh: 540n, p2wpkh: 294n, p2wsh: 330n, p2tr: 330n } as const
/** Ten times the dust limits of Bitcoin (litecoind 0.21 refused 546 and accepted 5,500). */
const LTC_DUST = { p2pkh: 5_460n, p2sh: 5_400n, p2wpkh: 2_940n, p2wsh: 3_300n, p2tr: 3_300n } as const

const BTC = {
  name: "BTC",
  assetTypeId: 1,
  cashPrefix: null,
  purpose: 84,
  ownScript: "p2wpkh",
  blockSeconds: 600,
  confirmations: { usual: 2, large: 6, largeFromUsdCents: LARGE_USD_CENTS },
  finalityDepth: null,
  windowBlocks: WINDOW_BLOCKS,
  dust: BTC_DUST,
  feeRate: { min: 1_000n, fallback: 10_000n, max: 500_000n },
} as const satisfies Partial<Network>

const BCH = {
  name: "BCH",
  assetTypeId: 2,
  hrp: null,
  purpose: 44,
  ownScript: "p2pkh",
  blockSeconds: 600,
  confirmations: { usual: 10, large: 10, largeFromUsdCents: LARGE_USD_CENTS },
  finalityDepth: 10,
  windowBlocks: WINDOW_BLOCKS,
  dust: { p2pkh: 546n, p2sh: 540n },
  feeRate: { min: 1_000n, fallback: 1_000n, max: 50_000n },
} as const satisfies Partial<Network>

const LTC = {
  name: "LTC",
  assetTypeId: 3,
  cashPrefix: null,
  purpose: 84,
  ownScript: "p2wpkh",
  blockSeconds: 150,
  confirmations: { usual: 6, large: 12, largeFromUsdCents: LARGE_USD_CENTS },
  finalityDepth: null,
  windowBlocks: WINDOW_BLOCKS,
  dust: LTC_DUST,
  feeRate: { min: 10_000n, fallback: 20_000n, max: 1_000_000n },
} as const satisfies Partial<Network>

/** Short, so that demo users see a deposit get its confirmations. */
const DEMO = {
  stage: "demo",
  // No base58check at all: those addresses would differ from real ones only in a byte that users cannot see.
  p2pkh: null,
  p2sh: [],
  wif: 0xef,
  bip32: TPUB,
  coinType: 1,
  blockSeconds: 15,
} as const satisfies Partial<Network>

/**
 * All supported networks. Sources of prefixes and versions: chainparams.cpp of Bitcoin Core, Litecoin Core and Bitcoin
 * Cash Node. Addresses of demo chains have a demo prefix (demobtc1…, demobch:…, demoltc1…) that their checksums cover,
 * so no wallet for real coins accepts one.
 */
export const networks: Readonly<Record<ChainName, Readonly<Record<Stage, Network>>>> = {
  BTC: {
    main: { ...BTC, stage: "main", hrp: "bc", p2pkh: 0x00, p2sh: [0x05], wif: 0x80, bip32: XPUB, coinType: 0 },
    regtest: { ...BTC, stage: "regtest", hrp: "bcrt", p2pkh: 0x6f, p2sh: [0xc4], wif: 0xef, bip32: TPUB, coinType: 1 },
    demo: { ...BTC, ...DEMO, hrp: "demobtc" },
  },
  BCH: {
    main: {
      ...BCH,
      stage: "main",
      cashPrefix: "bitcoincash",
      p2pkh: 0x00,
      p2sh: [0x05],
      wif: 0x80,
      bip32: XPUB,
      coinType: 145,
    },
    regtest: {
      ...BCH,
      stage: "regtest",
      cashPrefix: "bchreg",
      p2pkh: 0x6f,
      p2sh: [0xc4],
      wif: 0xef,
      bip32: TPUB,
      coinType: 1,
    },
    demo: { ...BCH, ...DEMO, cashPrefix: "demobch" },
  },
  LTC: {
    main: { ...LTC, stage: "main", hrp: "ltc", p2pkh: 0x30, p2sh: [0x32, 0x05], wif: 0xb0, bip32: XPUB, coinType: 2 },
    regtest: {
      ...LTC,
      stage: "regtest",
      hrp: "rltc",
      p2pkh: 0x6f,
      p2sh: [0x3a, 0xc4],
      wif: 0xef,
      bip32: TPUB,
      coinType: 1,
    },
    demo: { ...LTC, ...DEMO, hrp: "demoltc" },
  },
}

/** The chain of an asset; null if the asset has none. */
export const chainOfAsset = (assetTypeId: number): ChainName | null =>
  CHAIN_NAMES.find((name) => networks[name].main.assetTypeId === assetTypeId) ?? null
