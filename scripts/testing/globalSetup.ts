import type { TestProject } from "vitest/node"
import { startTestCluster, type TestCluster } from "./cluster.ts"

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the test cluster's database `postgres`. */
    testCluster: string
  }
}

// Two of the projects share one cluster, although each loads this module separately.
const shared = Symbol.for("quire.testCluster")
const holder = globalThis as { [shared]?: { users: number; cluster: Promise<TestCluster> } }

/** Runs once per project that has a file to run. Returns the teardown. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  holder[shared] ??= { users: 0, cluster: startTestCluster() }
  const held = holder[shared]
  held.users += 1
  project.provide("testCluster", (await held.cluster).url)
  return async () => {
    held.users -= 1
    if (held.users > 0) return
    delete holder[shared]
    await (await held.cluster).stop()
  }
}
