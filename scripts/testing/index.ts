/** What tests share: `import { testDatabase } from "#testing"`. */
export { type TestDatabase, testDatabase } from "./testDatabase.ts"
