/** A declared language as a BCP 47 tag: `en_US` is `en-US`, `EN` is `en`. Null where it is none. */
export const tidyLanguage = (declared: string | null): string | null => {
  const [primary = "", ...rest] = (declared ?? "").trim().replaceAll("_", "-").split("-")
  const tag = [primary.toLowerCase(), ...rest].join("-")
  return TAG.test(tag) ? tag : null
}

const TAG = /^(?:[a-z]{2,3}|x|i)(?:-[A-Za-z\d]{1,8}){0,6}$/
