import { useSyncExternalStore } from "react"
import { $drawer, $preview, type DrawerState, type PreviewState } from "./state.ts"

/** The drawer's state; until the island is alive, what the server rendered. */
export const useDrawer = (rendered: DrawerState): DrawerState =>
  useSyncExternalStore(
    (changed) => $drawer.listen(changed),
    () => $drawer.get(),
    () => rendered,
  )

export const usePreview = (rendered: PreviewState): PreviewState =>
  useSyncExternalStore(
    (changed) => $preview.listen(changed),
    () => $preview.get(),
    () => rendered,
  )
