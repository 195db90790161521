export { type Asset, findAsset, storeAssets } from "./assets.ts"
export type { Duty } from "./dutyOf.ts"
export {
  countInvalidQueries,
  findLiveProcesses,
  findRunningReleases,
  GONE_SECONDS,
  type RunningRelease,
} from "./processes.ts"
export { compareVersions, type Release, type ReleasesState, releaseId } from "./Release.ts"
export { ReleaseChoice } from "./ReleaseChoice.ts"
export { type ReleaseHealth, troubleOf, WATCH_MS } from "./troubleOf.ts"
