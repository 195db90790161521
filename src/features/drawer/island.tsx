import { createRoot } from "react-dom/client"
import "../follow/island.ts"
import { listenForPreviews } from "./drawer.ts"
import { type DrawerProps, PreviewDrawer } from "./PreviewDrawer.tsx"

// The script of preview links, loaded when one is first touched. It listens before React renders the drawer, so that no click
// is lost. A drawer that the server rendered open is rendered again. The page's follow buttons load with it, because the
// drawer shows the same state.

listenForPreviews()
const place = document.querySelector<HTMLElement>("#drawer")
if (place !== null)
  createRoot(place).render(<PreviewDrawer {...(JSON.parse(place.dataset["props"] ?? "{}") as DrawerProps)} />)
