export { creatorsLayer } from "./creators.ts"
