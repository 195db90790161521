import type { OutputOptions } from "rolldown"

/**
 * What bundles of the server leave in node_modules: native packages, packages that read files beside themselves, and
 * packages that are rarely loaded. Everything else is bundled, so that a process loads the used parts of packages, from a
 * few files: from its packages, the first page would load 1,600 files.
 */
export const NOT_BUNDLED = [
  "sharp",
  "pdfkit",
  "@hyzyla/pdfium",
  "@node-rs/argon2",
  "uWebSockets.js",
  "pino-pretty",
  "@simplewebauthn/server",
  "openid-client",
]

/**
 * V8 keeps the source of everything that it runs, so comments and spaces would cost memory. One character beyond Latin-1
 * would double the whole text, so such characters are written as escapes. Names stay, for the stack traces of errors.
 */
export const COMPACT = {
  minify: {
    compress: { keepNames: { function: true, class: true } },
    mangle: false,
    codegen: { removeWhitespace: true, legalComments: "none", asciiOnly: true },
  },
} satisfies OutputOptions
