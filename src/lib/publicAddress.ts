/** An address as other programs need it: those of our own feeds and channels are stored as paths. */
export const publicAddress = (address: string, origin: string): string =>
  address.startsWith("/") ? origin + address : address
