/** The number of the proof that an address continues before; null without one. */
export const readBefore = ({ searchParams }: URL): number | null => {
  const before = Number(searchParams.get("before"))
  return Number.isInteger(before) && before > 0 && before < 2 ** 31 ? before : null
}
