import { apiFetch } from "../../lib/apiFetch.ts"
import { type AssetType, setAssetTypes } from "../../lib/assetTypes.ts"

const ASSET_TYPES_KEY = "quire:assetTypes"

/** Loads what the numbers of assets mean, for this page and into local storage. Without an answer it stays as it was. */
export const loadAssetTypes = async (): Promise<void> => {
  try {
    const answer = await apiFetch("Home/LoadAssetType")
    if (!answer.ok) return
    const { data } = (await answer.json()) as { readonly data: ReadonlyArray<Omit<AssetType, "place">> }
    setAssetTypes(data.map((type, place) => ({ ...type, place })))
    localStorage.setItem(ASSET_TYPES_KEY, JSON.stringify(data))
  } catch {
    // The next one who asks loads them.
  }
}
