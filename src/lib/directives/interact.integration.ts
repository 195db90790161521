import { fileURLToPath } from "node:url"
import type { AstroIntegration } from "astro"

/** Adds `client:interact`: an island's script loads at the first pointer, focus or key in it. */
export const clientInteract = (): AstroIntegration => ({
  name: "quire:client-interact",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      const entrypoint = fileURLToPath(new URL("./interact.ts", import.meta.url))
      addClientDirective({ name: "interact", entrypoint })
    },
  },
})
