/** Snowball's English stemmer; the package has no types. */
declare module "wink-porter2-stemmer" {
  const stem: (word: string) => string
  export default stem
}

/** Tables of characters, `from to to|from to`; the package's types omit this folder. */
declare module "opencc-js/dict/*" {
  const pairs: string
  export default pairs
}
