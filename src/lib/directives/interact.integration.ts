import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"

/** Adds `client:interact`: an island's code is fetched at the first pointer, focus or key in it, and not before. */
export const clientInteract = (): AstroIntegration => ({
  name: "quire:client-interact",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      const entrypoint = fileURLToPath(new URL("./interact.ts", import.meta.url))
      addClientDirective({ name: "interact", entrypoint })
    },
  },
})
