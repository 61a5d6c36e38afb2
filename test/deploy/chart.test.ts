import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../src/runtime/config/settings.ts'
import { type HelmRun, helm } from '../support/deploy/helm.ts'
import { type Manifest, schemaFaults } from '../support/deploy/kubernetes-schemas.ts'

const CHART = 'deploy/helm/vault-inventory'

/** The values that the chart requires. */
const REQUIRED = [
  'image.repository=registry.example/vault',
  'database.existingSecret=vault-database',
  'secretsKey.existingSecret=vault-secrets',
]
const EVERYTHING = [
  ...REQUIRED,
  `image.digest=sha256:${'0'.repeat(64)}`,
  'imagePullSecrets[0].name=registry',
  'ingress.enabled=true,ingress.host=vault.example,ingress.className=nginx,ingress.tlsSecret=tls',
  'metrics.serviceMonitor.enabled=true,metrics.serviceMonitor.labels.release=prometheus',
  'networkPolicy.apiFrom[0].namespaceSelector.matchLabels.team=desk',
  'networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.team=watch',
  'networkPolicy.databaseTo[0].ipBlock.cidr=10.1.0.0/16',
  'tolerations[0].key=vault,tolerations[0].operator=Exists',
  'nodeSelector.disk=ssd,priorityClassName=high,podAnnotations.a=b,podLabels.team=vault',
  'extraVolumes[0].name=authority,extraVolumes[0].secret.secretName=authority',
  'extraVolumeMounts[0].name=authority,extraVolumeMounts[0].mountPath=/etc/authority',
  'settings.WEBHOOK_DELIVERY=false,settings.BASE_PATH=/vault',
  'settings.IMPORT_BYTES_MAX=536870912',
  'settings.SHUTDOWN_DELAY_MS=20000',
]

function template(values: readonly string[]): Promise<HelmRun> {
  // A number of a file of values is what JSON has, not what --set makes.
  const set = values.flatMap((value) => [/=\d+$/.test(value) ? '--set-json' : '--set', value])
  return helm('template', 'books', CHART, '--namespace', 'vault', ...set)
}

async function render(values: readonly string[]): Promise<Manifest[]> {
  const { status, stdout, stderr } = await template(values)
  assert.equal(status, 0, stderr)
  return parseAllDocuments(stdout).map((document) => document.toJS() as Manifest)
}

function only(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter((manifest) => manifest.kind === kind)
  assert.equal(found.length, 1, kind)
  return found[0] as Manifest
}

test('helm finds no fault in the chart', async () => {
  const set = REQUIRED.flatMap((value) => ['--set', value])
  const { status, stdout, stderr } = await helm('lint', '--strict', CHART, ...set)
  assert.equal(status, 0, stdout + stderr)
})

const KINDS = ['Deployment', 'Job', 'NetworkPolicy', 'Pod', 'PodDisruptionBudget']
const CASES = { 'only what is required': REQUIRED, everything: EVERYTHING }
for (const [name, values] of Object.entries(CASES)) {
  test(`with ${name} set, each object fits the schemas of Kubernetes`, async () => {
    const manifests = await render(values)
    const kinds = manifests.map(({ kind }) => kind)
    for (const kind of KINDS) assert.ok(kinds.includes(kind), kind)
    assert.deepEqual(await schemaFaults(manifests), [])
  })
}

test('the schemas refuse a wrong value and an unknown member', async () => {
  const deployment = only(await render(REQUIRED), 'Deployment')
  const { spec, ...rest } = deployment
  const wrong = await schemaFaults([{ ...rest, spec: { ...spec, replicas: 'two' } }])
  assert.match(wrong.join('\n'), /replicas/)
  const unknown = await schemaFaults([{ ...rest, spec: { ...spec, replica: 2 } }])
  assert.match(unknown.join('\n'), /'"replica"' does not exist/)
})

test('two processes serve, behind probes, and stop in time', async () => {
  const { spec } = only(await render(REQUIRED), 'Deployment')
  assert.equal(spec.replicas, 2)
  assert.deepEqual(spec.strategy.rollingUpdate, { maxUnavailable: 0, maxSurge: 1 })
  const [container] = spec.template.spec.containers
  assert.equal(container.image, 'registry.example/vault:0.1.0')
  assert.equal(container.livenessProbe.httpGet.path, '/health/live')
  assert.equal(container.readinessProbe.httpGet.path, '/health/ready')
  assert.equal(spec.template.spec.terminationGracePeriodSeconds, 45)
  const later = only(await render(EVERYTHING), 'Deployment').spec.template.spec
  assert.equal(later.terminationGracePeriodSeconds, 55)
  assert.equal(later.containers[0].image, `registry.example/vault@sha256:${'0'.repeat(64)}`)
  const none = only(await render([...REQUIRED, 'replicaCount=0']), 'Deployment')
  assert.equal(none.spec.replicas, 0)
})

test('the owner of the tables is known to the migration alone, which runs before the pods', async () => {
  const manifests = await render(REQUIRED)
  const job = only(manifests, 'Job')
  assert.equal(job.metadata.annotations?.['helm.sh/hook'], 'pre-install,pre-upgrade')
  assert.deepEqual(job.spec.template.spec.containers[0].args, ['migrate'])
  const named = manifests.filter((manifest) => JSON.stringify(manifest).includes('owner-url'))
  assert.deepEqual(named, [job])
})

test('no container is root, writes to its file system or may gain rights', async () => {
  for (const manifest of await render(EVERYTHING)) {
    const pod = manifest.kind === 'Pod' ? manifest.spec : manifest.spec?.template?.spec
    if (pod === undefined) continue
    assert.equal(pod.automountServiceAccountToken, false, manifest.kind)
    assert.equal(pod.securityContext.runAsNonRoot, true, manifest.kind)
    for (const { securityContext } of pod.containers) {
      assert.deepEqual(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  }
})

test('selectors meet the pods that they are for, and no others', async () => {
  const manifests = await render(EVERYTHING)
  const pods = manifests.flatMap(({ kind, metadata, spec }) =>
    kind === 'Pod' ? [metadata.labels] : spec?.template ? [spec.template.metadata.labels] : [],
  )
  assert.equal(pods.length, 3)
  const selected = (labels: Record<string, string>) =>
    pods
      .filter((pod) => Object.entries(labels).every(([name, value]) => pod[name] === value))
      .map((pod) => pod['app.kubernetes.io/component'])
  const services = manifests.filter(({ kind }) => kind === 'Service')
  assert.equal(services.length, 2)
  for (const { spec } of services) assert.deepEqual(selected(spec.selector), ['service'])
  const budget = only(manifests, 'PodDisruptionBudget')
  assert.deepEqual(selected(budget.spec.selector.matchLabels), ['service'])
  const monitor = only(manifests, 'ServiceMonitor').spec
  const { matchLabels } = monitor.selector
  const monitored = services.filter(({ metadata: { labels } }) =>
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value),
  )
  assert.deepEqual(
    monitored.map(({ metadata }) => metadata.name),
    ['books-vault-inventory-metrics'],
  )
  const job = monitored[0]?.metadata.labels[monitor.jobLabel]
  const alerts = readFileSync('examples/observe/alerts.yaml', 'utf8')
  assert.deepEqual(new Set(alerts.match(/job="[^"]*"/g)), new Set([`job="${job}"`]))
})

test('a setting reaches the service and the migration as it is written', async () => {
  const manifests = await render(EVERYTHING)
  for (const kind of ['Deployment', 'Job']) {
    const { env } = only(manifests, kind).spec.template.spec.containers[0]
    const values = Object.fromEntries(
      env.map(({ name, value }: { name: string; value: string }) => [name, value]),
    )
    assert.equal(values.IMPORT_BYTES_MAX, '536870912', kind)
    assert.equal(values.WEBHOOK_DELIVERY, 'off', kind)
    assert.equal(values.BASE_PATH, '/vault', kind)
    const unknown = Object.keys(values).filter((name) => !(name.replace(/_FILE$/, '') in SETTINGS))
    assert.deepEqual(unknown, [])
  }
})

test('missing values are named together, with what to do', async () => {
  const bare = await template([])
  assert.notEqual(bare.status, 0)
  for (const value of REQUIRED) {
    const name = value.replace(/=.*/, '')
    assert.ok(bare.stderr.includes(`  ${name}: name the `), bare.stderr)
  }
  const contradictory = await template([
    ...REQUIRED,
    'ingress.enabled=true,metrics.enabled=false,metrics.serviceMonitor.enabled=true',
  ])
  assert.match(contradictory.stderr, /ingress\.host: name the host/)
  assert.match(contradictory.stderr, /metrics\.enabled: must be true/)
})

test('a value that is none, and a setting that the chart makes itself, are refused', async () => {
  const misspelt = await template([...REQUIRED, 'replicas=3'])
  assert.match(misspelt.stderr, /additional properties 'replicas' not allowed/)
  for (const name of ['PORT', 'DATABASE_URL', 'SECRETS_KEY_FILE', 'shutdown_delay_ms']) {
    const { status, stderr } = await template([...REQUIRED, `settings.${name}=1`])
    assert.notEqual(status, 0, name)
    assert.match(stderr, new RegExp(`invalid propertyName '${name}'`))
  }
})

test('chart and clients have the version of the service, and the README names every value', () => {
  const versionOf = (folder: string): string =>
    JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version
  const version = versionOf('.')
  const chart = parse(readFileSync(`${CHART}/Chart.yaml`, 'utf8')) as Record<string, string>
  const clients = ['clients/typescript', 'clients/mcp'].map(versionOf)
  for (const each of [chart.version, chart.appVersion, ...clients]) assert.equal(each, version)
  const readme = readFileSync(`${CHART}/README.md`, 'utf8')
  const values = leavesOf(parse(readFileSync(`${CHART}/values.yaml`, 'utf8')) as object)
  assert.ok(values.length > 40)
  assert.deepEqual(
    values.filter((value) => !readme.includes(`\`${value}\``)),
    [],
  )
})

/** The paths of values; a list, an empty object and the settings are one value. */
function leavesOf(values: object, prefix = ''): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const path = `${prefix}${name}`
    const isValue = typeof value !== 'object' || Array.isArray(value) || path === 'settings'
    const isOne = isValue || path === 'resources' || Object.keys(value).length === 0
    return isOne ? [path] : leavesOf(value, `${path}.`)
  })
}
