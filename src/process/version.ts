/** The version of package.json, for processes that are bundled without it. */
export const VERSION = "0.7.2"
