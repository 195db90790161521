/** Shared test helpers: `import { testDatabase } from "#testing"`. */
export { GROWTH_MAX, makeTestHome, measureGrowth } from "./home.ts"
export { type Product, type ProductOptions, postgresPid, startProduct } from "./product.ts"
export { type TestDatabase, testDatabase } from "./testDatabase.ts"
