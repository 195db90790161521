/** Shared test helpers: `import { testDatabase } from "#testing"`. */
export type { TestDatabase } from "./createTestDatabase.ts"
export { GROWTH_MAX, makeTestHome, measureGrowth } from "./home.ts"
export { type Product, type ProductOptions, postgresPid, startProduct } from "./product.ts"
export type { SharedProduct } from "./sharedProduct.ts"
export { testDatabase } from "./testDatabase.ts"
