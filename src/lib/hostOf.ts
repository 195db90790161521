/** The host of an address as people say it; empty where it is none. */
export const hostOf = (address: string | null): string =>
  address !== null && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, "") : ""
