import { buildIfStale } from "./run/build.ts"

/** `npm run build`: builds site, console and processes without starting anything, as for an image. */
const built = await buildIfStale(console.log)
console.log(built ? "The site is built." : "Nothing to build: the site is as new as its sources.")
