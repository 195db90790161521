/** The chains that coins come from and go to, by the names of their assets. */
export const CHAIN_NAMES = ["BTC", "BCH", "LTC"] as const
export type ChainName = (typeof CHAIN_NAMES)[number]

/**
 * Which of a chain's networks: `main` has real coins, `regtest` is a developer's own node, `demo` is SimChain, whose
 * addresses no other network takes.
 */
export const STAGES = ["main", "regtest", "demo"] as const
export type Stage = (typeof STAGES)[number]

/** The kinds of output script that payments go to. Others are refused. */
export const SCRIPT_TYPES = ["p2pkh", "p2sh", "p2wpkh", "p2wsh", "p2tr"] as const
export type ScriptType = (typeof SCRIPT_TYPES)[number]

/** One network of one chain: everything in which the three chains and their networks differ. */
export interface Network {
  readonly name: ChainName
  readonly stage: Stage
  /** As on the wire. */
  readonly assetTypeId: 1 | 2 | 3
  /** What bech32 and bech32m addresses begin with; null where the chain has no witness scripts. */
  readonly hrp: string | null
  /** What cashaddr addresses begin with; null where the chain has none. */
  readonly cashPrefix: string | null
  /** First byte of base58check addresses; null where no such address is taken or given. */
  readonly p2pkh: number | null
  /** First bytes that mean a script hash, the one to write first; Litecoin has an older one that is Bitcoin's too. */
  readonly p2sh: ReadonlyArray<number>
  /** First byte of a private key in base58check. */
  readonly wif: number
  /** First four bytes of extended keys (BIP32). */
  readonly bip32: { readonly public: number; readonly private: number }
  /** Where keys of accounts lie: m/purpose'/coinType'/account' (BIP44, BIP84, SLIP-44; 1 is for all test networks). */
  readonly purpose: 44 | 84
  readonly coinType: number
  /** The script of addresses that we give, by the purpose. */
  readonly ownScript: "p2pkh" | "p2wpkh"
  /** Seconds between blocks on average; for SimChain the standard of its timer. */
  readonly blockSeconds: number
  /** Confirmations at which a deposit counts: `usual`, and `large` from an amount of so many US cents. */
  readonly confirmations: { readonly usual: number; readonly large: number; readonly largeFromUsdCents: bigint }
  /** Blocks under the tip that the network itself never undoes (BCHN, src/validation.h); null where there is no such rule. */
  readonly finalityDepth: number | null
  /**
   * The window: how many blocks under the tip a reorganisation may undo and still be followed. Everything in it is told
   * again at every look; a deeper one halts. More than any number of confirmations.
   */
  readonly windowBlocks: number
  /** Least amount of an output, in minor units; a script type that is not here cannot be paid to. */
  readonly dust: Partial<Readonly<Record<ScriptType, bigint>>>
  /** Fee rates in minor units for 1,000 virtual bytes: what nodes pass on, what is paid where nothing is known, and the most. */
  readonly feeRate: { readonly min: bigint; readonly fallback: bigint; readonly max: bigint }
}

const XPUB = { public: 0x0488b21e, private: 0x0488ade4 } as const
const TPUB = { public: 0x043587cf, private: 0x04358394 } as const

/** 1,000 US dollars. */
const LARGE_USD_CENTS = 100_000n
/** Twice the largest number of confirmations; an hour of Litecoin's blocks. */
const WINDOW_BLOCKS = 24

/** Least outputs at a dust relay rate of 3,000 for 1,000 bytes (Bitcoin Core, src/policy/policy.cpp, GetDustThreshold). */
const BTC_DUST = { p2pkh: 546n, p2sh: 540n, p2wpkh: 294n, p2wsh: 330n, p2tr: 330n } as const
/** Ten times that (litecoind 0.21 refused 546 and took 5,500). */
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

/** A demo shows a deposit confirm while somebody looks. */
const DEMO = {
  stage: "demo",
  // No base58check at all: those addresses differ from real ones in a byte that nobody sees.
  p2pkh: null,
  p2sh: [],
  wif: 0xef,
  bip32: TPUB,
  coinType: 1,
  blockSeconds: 15,
} as const satisfies Partial<Network>

/**
 * Every network that the product knows. Prefixes and versions: chainparams.cpp of Bitcoin Core, Litecoin Core and Bitcoin
 * Cash Node. Addresses of demo chains say so in their first letters (demobtc1…, demobch:…, demoltc1…), and their checksums
 * cover those letters: no wallet of real coins takes one.
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

/** The chain that the coins of an asset are on; null if the asset has none. */
export const chainOfAsset = (assetTypeId: number): ChainName | null =>
  CHAIN_NAMES.find((name) => networks[name].main.assetTypeId === assetTypeId) ?? null
