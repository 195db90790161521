import { networkOf } from "#core/kernel"

/** The /24 of an IPv4 address, or the /48 of an IPv6 one: telephones and services change addresses within them. */
export const addressBlock = (address: string): string => {
  const network = networkOf(address)
  return /^\d+\.\d+\.\d+\.\d+$/.test(network) ? network.replace(/\d+$/, "0/24") : network
}
