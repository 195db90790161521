/** Whether two languages are so similar that the publisher's declaration is more reliable. */
export const areClose = (one: string, other: string): boolean =>
  CLOSE.some((close) => close.has(one) && close.has(other))

const CLOSE: ReadonlyArray<ReadonlySet<string>> = [
  new Set(["hr", "sr", "bs", "sh", "cnr"]),
  new Set(["no", "da"]),
  new Set(["cs", "sk"]),
  new Set(["zh", "yue", "lzh", "nan"]),
  new Set(["hi", "mr", "ne", "sa"]),
  new Set(["id", "ms"]),
  new Set(["gl", "pt"]),
  new Set(["gl", "es"]),
  new Set(["ca", "oc"]),
  new Set(["nl", "af", "fy"]),
  new Set(["de", "lb", "nds", "gsw"]),
  new Set(["he", "yi"]),
]
