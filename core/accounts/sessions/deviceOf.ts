import Bowser from "bowser"

/** Longer than the header of any browser. */
const USER_AGENT_LENGTH_MAX = 500
const NAME_LENGTH_MAX = 60
/** Common names for names of the library. */
const NAMES: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  "Chrome OS": "ChromeOS",
}

/** Name of a device from its `User-Agent`, such as "Firefox, Linux"; else the first word of the header. */
export const deviceOf = (userAgent: string): string => {
  const text = userAgent.replaceAll(/\p{Cc}/gu, "").slice(0, USER_AGENT_LENGTH_MAX)
  // The library throws if there is nothing to parse.
  if (text === "") return ""
  const { browser, os, platform } = Bowser.parse(text)
  const system = os.name === "iOS" ? (platform.model ?? os.name) : os.name
  const found = [browser.name, system].flatMap((name) => (name ? [NAMES[name] ?? name] : []))
  return (found.length > 0 ? found.join(", ") : (text.split(/[\s/(]/)[0] ?? "")).slice(0, NAME_LENGTH_MAX)
}
