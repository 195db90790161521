/** Address patterns of each coin; only the server can validate an address. */
const LOOKS: Readonly<Record<"BTC" | "BCH" | "LTC", ReadonlyArray<RegExp>>> = {
  BTC: [/^[13][1-9A-HJ-NP-Za-km-z]{24,33}$/, /^bc1[02-9ac-hj-np-z]{11,71}$/i],
  BCH: [/^(bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i],
  LTC: [/^L[1-9A-HJ-NP-Za-km-z]{33}$/, /^M[1-9A-HJ-NP-Za-km-z]{33}$/, /^ltc1[02-9ac-hj-np-z]{11,71}$/i],
}
/** Addresses of demo chains and of a developer's nodes, used only by those installations. */
const LOOKS_ELSEWHERE: typeof LOOKS = {
  BTC: [/^(demobtc|bcrt|tb)1[02-9ac-hj-np-z]{11,71}$/i],
  BCH: [/^((demobch|bchreg|bchtest):)?[qp][02-9ac-hj-np-z]{41}$/i],
  LTC: [/^(demoltc|rltc|tltc)1[02-9ac-hj-np-z]{11,71}$/i],
}

/**
 * A hint while a user types: whether a text looks like an address of a coin. It checks no checksum and must not accept
 * or refuse anything; the server parses the address.
 */
export const looksLikeAddress = (chain: "BTC" | "BCH" | "LTC", text: string): boolean =>
  [...LOOKS[chain], ...LOOKS_ELSEWHERE[chain]].some((pattern) => pattern.test(text.trim()))
