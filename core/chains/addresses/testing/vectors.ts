import { readFileSync } from "node:fs"

/** Address and script. */
type Pair = readonly [string, string]
interface SegwitLists {
  readonly validStrings: ReadonlyArray<string>
  readonly invalidStrings: ReadonlyArray<string>
  readonly valid: ReadonlyArray<Pair>
  readonly invalid: ReadonlyArray<string>
}
/** Network, address and script. */
type KeyIoRow = readonly ["main" | "test" | "regtest", string, string]

const read = <A>(name: string): A => JSON.parse(readFileSync(new URL(`vectors/${name}.json`, import.meta.url), "utf8"))

/** The public test vectors for addresses; each file names its source. */
export const segwit = read<{ readonly bip173: SegwitLists; readonly bip350: SegwitLists }>("segwit")
export const keyIo = read<{
  readonly bitcoin: {
    readonly valid: ReadonlyArray<KeyIoRow>
    readonly privateKeys: ReadonlyArray<string>
    readonly invalid: ReadonlyArray<string>
  }
  readonly litecoin: { readonly valid: ReadonlyArray<KeyIoRow>; readonly privateKeys: ReadonlyArray<string> }
}>("keyIo")
export const cashaddr = read<{
  readonly translations: ReadonlyArray<Pair>
  readonly checksumOnly: ReadonlyArray<string>
  readonly twentyBytes: ReadonlyArray<readonly [number, string, string]>
  readonly otherSizes: ReadonlyArray<string>
}>("cashaddr")
export const derivation = read<{
  readonly bip32: ReadonlyArray<{ readonly seed: string; readonly keys: ReadonlyArray<Pair> }>
  readonly seed: string
  readonly bip84: ReadonlyArray<readonly [0 | 1, number, string, string]>
  readonly bip86: ReadonlyArray<Pair>
}>("derivation")
