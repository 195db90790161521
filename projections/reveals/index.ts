export { listReveals } from "./listReveals.ts"
export { reveals } from "./reveals.projection.ts"
