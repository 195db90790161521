import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Deployment, StatefulSet } from "kubernetes-models/apps/v1"
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2"
import { Job } from "kubernetes-models/batch/v1"
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1"
import { PodDisruptionBudget } from "kubernetes-models/policy/v1"
import { ConfigMap, Namespace, Secret, Service } from "kubernetes-models/v1"
import { variables } from "#core/kernel"
import pkg from "../../../package.json" with { type: "json" }
import { FINISH_SECONDS, FOLDER, readPackaging, readYaml, readYamls } from "./folder.ts"
import { type Verified, verified } from "./Verified.ts"

const KINDS = {
  ...{ Deployment, StatefulSet, HorizontalPodAutoscaler, Job, Ingress, NetworkPolicy, PodDisruptionBudget },
  ...{ ConfigMap, Namespace, Secret, Service },
} as const
const KNOWN = new Set<string>(Object.values(variables).map(({ name }) => name))

type Container = {
  readonly name: string
  readonly env?: ReadonlyArray<{ readonly name: string }>
  readonly ports?: ReadonlyArray<unknown>
  readonly startupProbe?: unknown
  readonly livenessProbe?: { readonly httpGet?: { readonly path?: string } }
  readonly readinessProbe?: { readonly httpGet?: { readonly path?: string } }
  readonly resources?: { readonly limits?: { readonly memory?: string } }
  readonly securityContext?: {
    readonly readOnlyRootFilesystem?: boolean
    readonly allowPrivilegeEscalation?: boolean
    readonly capabilities?: { readonly drop?: ReadonlyArray<string> }
  }
}
type Pod = {
  readonly securityContext?: { readonly runAsNonRoot?: boolean }
  readonly terminationGracePeriodSeconds?: number
  readonly containers: ReadonlyArray<Container>
}
type Manifest = {
  readonly kind: keyof typeof KINDS
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly template?: { readonly spec: Pod }
    readonly scaleTargetRef?: { readonly name: string }
  }
}

/** Problems of manifests: their schemas, and what this product needs of them. */
export const judgeManifests = (texts: Readonly<Record<string, string>>): ReadonlyArray<string> => {
  const manifests = Object.entries(texts).flatMap(([file, text]) =>
    readYamls(text).map((one) => ({ file, manifest: one as Manifest })),
  )
  const drain = Number(
    manifests.find(({ manifest }) => manifest.data?.["DRAIN_SECONDS"] !== undefined)?.manifest.data?.[
      "DRAIN_SECONDS"
    ] ?? 0,
  )
  const named = (kind: keyof typeof KINDS) =>
    new Set(manifests.filter(({ manifest }) => manifest.kind === kind).map(({ manifest }) => manifest.metadata.name))
  const [budgets, deployments] = [named("PodDisruptionBudget"), named("Deployment")]
  return manifests.flatMap(({ file, manifest }) => {
    const { kind, metadata, spec, data = {}, stringData = {} } = manifest
    const at = `kubernetes/${file}: ${kind} ${metadata.name}`
    const target = spec?.scaleTargetRef?.name
    return [
      ...schemaProblems(manifest).map((problem) => `${at}: ${problem}`),
      ...Object.keys({ ...data, ...stringData })
        .filter((name) => !KNOWN.has(name))
        .map((name) => `${at} sets ${name}, which Quire does not know`),
      ...(kind === "Deployment" && !budgets.has(metadata.name) ? [`${at} has no PodDisruptionBudget`] : []),
      ...(target !== undefined && !deployments.has(target) ? [`${at} scales ${target}, which does not exist`] : []),
      ...(spec?.template === undefined
        ? []
        : podProblems(spec.template.spec, drain, kind).map((problem) => `${at}: ${problem}`)),
    ]
  })
}

const schemaProblems = (manifest: Manifest): ReadonlyArray<string> => {
  const Kind = KINDS[manifest.kind]
  if (Kind === undefined) return ["this kind is not verified"]
  try {
    new Kind(manifest as never).validate()
    return []
  } catch (error) {
    return [(error as Error).message]
  }
}

const podProblems = (pod: Pod, drain: number, kind: string): ReadonlyArray<string> => [
  ...(pod.securityContext?.runAsNonRoot ? [] : ["may run as root"]),
  ...(kind === "Job" || (pod.terminationGracePeriodSeconds ?? 30) >= drain + FINISH_SECONDS
    ? []
    : [`terminationGracePeriodSeconds is less than DRAIN_SECONDS (${drain}) and ${FINISH_SECONDS}`]),
  ...pod.containers.flatMap(({ name, env = [], ports, securityContext, resources, ...probes }) => [
    ...(securityContext?.readOnlyRootFilesystem && securityContext.allowPrivilegeEscalation === false
      ? []
      : [`${name} may write its image or gain rights`]),
    ...(securityContext?.capabilities?.drop?.includes("ALL") ? [] : [`${name} keeps capabilities`]),
    ...(resources?.limits?.memory === undefined ? [`${name} has no limit of memory`] : []),
    ...env.filter((one) => !KNOWN.has(one.name)).map((one) => `${name} sets ${one.name}, which Quire does not know`),
    ...(ports === undefined ||
    (probes.startupProbe !== undefined &&
      probes.livenessProbe?.httpGet?.path === "/livez" &&
      probes.readinessProbe?.httpGet?.path === "/readyz")
      ? []
      : [`${name} needs startup, liveness (/livez) and readiness (/readyz) probes`]),
  ]),
]

/** The list of files must be complete, and the image be this version. */
const judgeList = (text: string, files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const { resources, images } = readYaml(text) as {
    readonly resources: ReadonlyArray<string>
    readonly images: ReadonlyArray<{ readonly newTag: string }>
  }
  return [
    ...files.filter((file) => !resources.includes(file)).map((file) => `kubernetes/kustomization.yaml lacks ${file}`),
    ...resources.filter((file) => !files.includes(file)).map((file) => `kubernetes/${file} does not exist`),
    ...images
      .filter(({ newTag }) => newTag !== pkg.version)
      .map(({ newTag }) => `kubernetes/kustomization.yaml has ${newTag}`),
  ]
}

export const verifyKubernetes = (): Verified => {
  const files = readdirSync(join(FOLDER, "kubernetes")).filter((name) => name !== "kustomization.yaml")
  const texts = Object.fromEntries(files.map((file) => [file, readPackaging(`kubernetes/${file}`)]))
  return verified([...judgeManifests(texts), ...judgeList(readPackaging("kubernetes/kustomization.yaml"), files)])
}
