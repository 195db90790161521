import type { ClusterOptions } from "./opensearch/Cluster.ts"
import { ClusterSearchIndex } from "./opensearch/ClusterSearchIndex.ts"
import { PostgresSearchIndex } from "./postgres/PostgresSearchIndex.ts"

/** What answers searches: PostgreSQL, and where there is a cluster whichever of the two operators let serve. */
export const searchIndexLayer = (cluster: ClusterOptions | undefined) =>
  cluster === undefined ? PostgresSearchIndex : ClusterSearchIndex(cluster)
