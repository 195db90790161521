/** The host of an address without `www.`; empty if it is invalid. */
export const hostOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : ""
