import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"

const NAMES = ["interact", "summoned"]

/**
 * Adds `client:interact`, which fetches an island's code at the first pointer, focus or key in it and not before, and
 * `client:summoned`, which does so when a link elsewhere on the page calls for it.
 */
export const clientInteract = (): AstroIntegration => ({
  name: "quire:client-interact",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      for (const name of NAMES) {
        const entrypoint = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
        addClientDirective({ name, entrypoint })
      }
    },
  },
})
