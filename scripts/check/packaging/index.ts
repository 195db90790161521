import { verifyCompose } from "./compose.ts"
import { verifyContainerfile } from "./containerfile.ts"
import { verifyGrafana } from "./grafana.ts"
import { verifyHaproxy } from "./haproxy.ts"
import { verifyKubernetes } from "./kubernetes.ts"
import { ensurePrograms } from "./program.ts"
import { verifyPrometheus } from "./prometheus.ts"
import { verifySystemd } from "./systemd.ts"

/** Verifies all files of scripts/packaging. Says which ones could not be verified here, because a program is missing. */
export const packagingProblems = async (): Promise<string | undefined> => {
  ensurePrograms()
  const all = [
    verifyContainerfile,
    verifyCompose,
    verifyKubernetes,
    verifySystemd,
    verifyHaproxy,
    verifyPrometheus,
    verifyGrafana,
  ].map((verify) => verify())
  for (const note of all.flatMap(({ notes }) => notes)) console.log(`     packaging: ${note}`)
  const problems = all.flatMap((one) => one.problems)
  return problems.length > 0 ? problems.join("\n") : undefined
}
