/** What browsers say they are, the particular before the general: most claim to be some others as well. */
const BROWSERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrom(?:e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]
const SYSTEMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b|\bX11\b/, "Linux"],
]
const NAME_LENGTH_MAX = 60

/** What a person recognises a device by, from its `User-Agent`: "Firefox, Linux"; else the first words that it says. */
export const deviceOf = (userAgent: string): string => {
  const found = [BROWSERS, SYSTEMS].flatMap((list) => list.find(([sign]) => sign.test(userAgent))?.[1] ?? [])
  if (found.length > 0) return found.join(", ")
  return (
    userAgent
      .replaceAll(/\p{Cc}/gu, "")
      .split(/[\s/(]/)[0]
      ?.slice(0, NAME_LENGTH_MAX) ?? ""
  )
}
