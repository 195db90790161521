import { createRoot } from "react-dom/client"
import "../follow/live.ts"
import { type DrawerProps, PreviewDrawer } from "./PreviewDrawer.tsx"
import { summon } from "./summon.ts"

// The code behind links to previews, fetched at the first touch of one. It listens before React has made the drawer, so
// that no click is lost; what the server rendered open is made anew by it. The page's own follow buttons come alive with
// it, because they have to show what is followed in the drawer.

summon()
const place = document.querySelector<HTMLElement>("#drawer")
if (place !== null)
  createRoot(place).render(<PreviewDrawer {...(JSON.parse(place.dataset["props"] ?? "{}") as DrawerProps)} />)
