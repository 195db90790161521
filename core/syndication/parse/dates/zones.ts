/**
 * Time zone names of feeds in minutes east of Greenwich. Ambiguous names mean what RFC 822 or most publishers mean (EST
 * and CST in America, IST in India, BST in Britain).
 */
const HOURS: Readonly<Record<string, number>> = {
  z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 1, wedt: 1, cedt: 2, eedt: 3, bst: 1, ist: 5.5, cet: 1, met: 1, mez: 1, cest: 2, mest: 2, mesz: 2,
  eet: 2, eest: 3, msk: 3, msd: 4, trt: 3, sast: 2, cat: 2, eat: 3, wat: 1, gst: 4, pkt: 5, npt: 5.75, ict: 7, wib: 7,
  wita: 8, wit: 9, hkt: 8, sgt: 8, pht: 8, myt: 8, awst: 8, jst: 9, kst: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11,
  nzst: 12, nzdt: 13, idt: 3, nst: -3.5, ndt: -2.5, brt: -3, art: -3, clt: -4, clst: -3, bot: -4, cot: -5, pet: -5, ast: -4,
  adt: -3, at: -4, est: -5, edt: -4, et: -5, cst: -6, cdt: -5, ct: -6, mst: -7, mdt: -6, mt: -7, pst: -8, pdt: -7, pt: -8,
  akst: -9, akdt: -8, hst: -10, hast: -10, sst: -11,
} // biome-ignore format: one table

/**
 * Minutes east of Greenwich for `Z`, `+02:00`, `-0500`, `GMT+1`, `EST`, `Europe/Berlin`; 0 for the single letters of
 * RFC 822 (whose signs were published wrong, so RFC 2822 has them mean "unknown"). Null where it is none of these.
 * @param atMs the moment, read as if it were UTC: a place's offset depends on it
 */
export const parseZone = (text: string, atMs: number): number | null => {
  const zone = text.trim().toLowerCase()
  const hours = HOURS[zone]
  if (hours !== undefined) return hours * 60
  const offset = OFFSET.exec(zone)
  if (offset !== null) return parseOffset(offset)
  if (/^[a-ik-y]$/.test(zone)) return 0
  return /^[a-z]+(?:_[a-z]+)*\/[a-z_/+-]{1,40}$/.test(zone) ? offsetOfPlace(text.trim(), atMs) : null
}

export const isZoneName = (word: string): boolean => word.length > 1 && Object.hasOwn(HOURS, word)

const OFFSET = /^(?:gmt|utc|ut)?\s*([+\u2212-])\s*(\d{1,2}):?(\d{2})?(?::\d{2})?$/

const parseOffset = ([, sign, hours = "0", minutes = "0"]: RegExpExecArray): number | null => {
  const total = Number(hours) * 60 + Number(minutes)
  // No place is further from Greenwich, so the offset is a mistake.
  if (total > 15 * 60 || Number(minutes) > 59) return 0
  return sign === "+" ? total : -total
}

const offsetOfPlace = (place: string, atMs: number): number | null => {
  try {
    const parts = new Intl.DateTimeFormat("en", { timeZone: place, timeZoneName: "longOffset" }).formatToParts(atMs)
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? ""
    return name === "GMT" ? 0 : parseZone(name, atMs)
  } catch {
    return null
  }
}
