import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An object of Kubernetes, as its YAML says it. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly labels: Readonly<Record<string, string>>
  }
  // biome-ignore lint/suspicious/noExplicitAny: each kind has its own, which the schemas check
  readonly spec?: any
}

/**
 * The faults of objects by the schemas of Kubernetes and of the Prometheus operator: values by the
 * validators made from the schemas, and members that there are not by the types made from them,
 * since the schemas are open and Kubernetes drops what it does not know.
 */
export async function schemaFaults(manifests: readonly Manifest[]): Promise<string[]> {
  return [...(await invalidValues(manifests)), ...unknownMembers(manifests)]
}

async function invalidValues(manifests: readonly Manifest[]): Promise<string[]> {
  const faults: string[] = []
  for (const manifest of manifests) {
    const { [manifest.kind]: Model } = await import(`${moduleOf(manifest)}`)
    try {
      new Model(manifest).validate()
    } catch (error) {
      faults.push(`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`)
    }
  }
  return faults
}

function unknownMembers(manifests: readonly Manifest[]): string[] {
  // Below node_modules, where the compiler finds the packages.
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync('node_modules/.cache/manifests-')
  const constants = manifests.map((manifest, index) => {
    const type = `import('${moduleOf(manifest)}').I${manifest.kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)}\n`
  })
  writeFileSync(join(folder, 'manifests.mts'), constants.join(''))
  const { stdout } = spawnSync(
    join('node_modules', '.bin', 'tsc'),
    ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--types', '']
      .concat(['--module', 'nodenext', '--target', 'es2024'])
      .concat(join(folder, 'manifests.mts')),
    { encoding: 'utf8' },
  )
  rmSync(folder, { recursive: true })
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

function moduleOf({ apiVersion, kind }: Manifest): string {
  const name = apiVersion.startsWith('monitoring.')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models'
  return `${name}/${apiVersion}/${kind}`
}
