/** What addresses of a coin look like to the eye; the server alone knows whether one is right. */
const LOOKS: Readonly<Record<"BTC" | "BCH" | "LTC", ReadonlyArray<RegExp>>> = {
  BTC: [/^[13][1-9A-HJ-NP-Za-km-z]{24,33}$/, /^bc1[02-9ac-hj-np-z]{11,71}$/i],
  BCH: [/^(bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i],
  LTC: [/^L[1-9A-HJ-NP-Za-km-z]{33}$/, /^M[1-9A-HJ-NP-Za-km-z]{33}$/, /^ltc1[02-9ac-hj-np-z]{11,71}$/i],
}
/** Addresses of demo chains and of a developer's nodes, which only those installations know. */
const LOOKS_ELSEWHERE: typeof LOOKS = {
  BTC: [/^(demobtc|bcrt|tb)1[02-9ac-hj-np-z]{11,71}$/i],
  BCH: [/^((demobch|bchreg|bchtest):)?[qp][02-9ac-hj-np-z]{41}$/i],
  LTC: [/^(demoltc|rltc|tltc)1[02-9ac-hj-np-z]{11,71}$/i],
}

/**
 * A first hint while somebody types: whether a text looks like an address of a coin. It knows no checksum, so it neither lets
 * through nor refuses anything: the server reads the address.
 */
export const looksLikeAddress = (chain: "BTC" | "BCH" | "LTC", text: string): boolean =>
  [...LOOKS[chain], ...LOOKS_ELSEWHERE[chain]].some((look) => look.test(text.trim()))
