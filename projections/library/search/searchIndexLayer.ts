import type { ClusterOptions } from "./opensearch/Cluster.ts"
import { ClusterSearchIndex } from "./opensearch/ClusterSearchIndex.ts"
import { PostgresSearchIndex } from "./postgres/PostgresSearchIndex.ts"

/** The search engine: PostgreSQL, or the cluster that operators have chosen. */
export const searchIndexLayer = (cluster: ClusterOptions | undefined) =>
  cluster === undefined ? PostgresSearchIndex : ClusterSearchIndex(cluster)
