import { apiFetch } from "../../lib/apiFetch.ts"
import { type AssetType, setAssetTypes } from "../../lib/assetTypes.ts"

const ASSET_TYPES_KEY = "quire:assetTypes"

/** Loads the asset types for this page and into local storage. Failures change nothing. */
export const loadAssetTypes = async (): Promise<void> => {
  try {
    const answer = await apiFetch("Home/LoadAssetType")
    if (!answer.ok) return
    const { data } = (await answer.json()) as { readonly data: ReadonlyArray<Omit<AssetType, "place">> }
    setAssetTypes(data.map((type, place) => ({ ...type, place })))
    localStorage.setItem(ASSET_TYPES_KEY, JSON.stringify(data))
  } catch {
    // Loaded again by the next caller.
  }
}
