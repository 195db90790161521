export type { Duty } from "./dutyOf.ts"
export { findLiveProcesses, findRunningReleases, GONE_SECONDS, type RunningRelease } from "./processes.ts"
export { compareVersions, type Release, type ReleasesState, releaseId } from "./Release.ts"
export { ReleaseChoice } from "./ReleaseChoice.ts"
