import { createRoot } from "react-dom/client"
import "../follow/island.ts"
import { listenForPreviews } from "./drawer.ts"
import { type DrawerProps, PreviewDrawer } from "./PreviewDrawer.tsx"

// The script of preview links, loaded when one is first touched. It listens before React renders the drawer, so that no click
// is lost. A drawer that the server rendered open is rendered again. The page's follow buttons load with it, because the
// drawer shows the same state.

listenForPreviews()
const place = document.querySelector<HTMLElement>("#drawer")
if (place !== null) {
  const props = JSON.parse(place.dataset["props"] ?? "{}") as Omit<DrawerProps, "words">
  const words = JSON.parse(document.querySelector<HTMLElement>("#drawer-code")?.dataset["words"] ?? "{}")
  createRoot(place).render(<PreviewDrawer {...props} words={words as DrawerProps["words"]} />)
}
