import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { test } from 'node:test'
import { lockNumber, TRY_LOCK } from '../../src/database/changes/locks.ts'
import { runStatement } from '../../src/database/changes/organization-transaction.ts'
import { operatorFor } from '../../src/domain/caller.ts'
import { createImport } from '../../src/vault/imports/create-import.ts'
import { INVENTORY_ITEMS_IMPORT } from '../../src/vault/imports/import-kinds.ts'
import { Importer } from '../support/operations/import-run.ts'
import { databaseUrlOf } from '../support/processes/service-process.ts'
import { freshSummary } from '../support/vault/fresh-summary.ts'
import { openVault } from '../support/vault/vault.ts'

const { api, database, records, sql, connection } = await openVault()
const importer = new Importer({ DATABASE_URL: databaseUrlOf(connection) })

const MOST = '9223372036854775807'

test('FBO accounts are imported with all their fields and read through the API', async () => {
  const organizationId = await records.organization()
  const { code, document } = await importer.json(
    'fbo-accounts',
    `isPrimary,id,organizationId,firstName,lastName,email,phone,businessName,maxInsuredValueCents,createdAt
true,old-7,${organizationId},Ada,"Lind""qvist
the elder",ada@example.com,+46 8 (555) x1,"Å, Ö & 😀\t\\n",${MOST},2024-02-29T23:59:59.1239+02:00
,,,,,,,,5,
`,
    organizationId,
  )
  assert.equal(code, 0)
  const { durationMs, ...counts } = document
  assert.deepEqual(counts, { imported: 2, preview: false })
  assert.ok(Number.isInteger(durationMs) && durationMs > 0)
  const { token } = await records.token(organizationId)
  const response = await api.get('/v1/fbo-accounts/old-7', { token })
  assert.deepEqual(response.body.data, {
    id: 'old-7',
    organizationId,
    firstName: 'Ada',
    lastName: 'Lind"qvist\nthe elder',
    email: 'ada@example.com',
    phone: '+46 8 (555) x1',
    businessName: 'Å, Ö & 😀\t\\n',
    maxInsuredValueCents: MOST,
    isPrimary: true,
    createdAt: '2024-02-29T21:59:59.123Z',
  })
  const [made] = await sql`
    select * from fbo_accounts
    where organization_id = ${organizationId} and max_insured_value_cents = 5`
  const { id, createdAt, ...rest } = made as Record<string, unknown>
  assert.match(id as string, /^fbo_[0-7][0-9a-z]{25}$/)
  assert.ok(Math.abs((createdAt as Date).getTime() - Date.now()) < 60_000)
  assert.deepEqual(rest, {
    organizationId,
    firstName: null,
    lastName: null,
    email: null,
    phone: null,
    businessName: null,
    maxInsuredValueCents: '5',
    isPrimary: false,
    changedByTokenId: null,
    changedByRequestId: null,
    erasedAt: null,
    erasureReason: null,
    version: 1,
  })
})

test('outbound shipments are imported in every status and listed through the API', async () => {
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId)
  const { document } = await importer.json(
    'outbound-shipments',
    `id,fboAccountId,status,shippedAt,createdAt
s1,${account},packing,,2026-01-01T00:00:06Z
s2,${account},inspecting,,2026-01-01T00:00:05Z
s3,${account},pending_approval,,2026-01-01T00:00:04Z
s4,${account},approved,,2026-01-01T00:00:03Z
s5,${account},shipped,1767225602123,2026-01-01T00:00:02Z
s6,${account},delivered,1767225601000,2026-01-01T00:00:01Z
s7,${account},,,2026-01-01T00:00:00Z
`,
    organizationId,
  )
  assert.equal(document.imported, 7)
  const { token } = await records.token(organizationId)
  const { shipmentsByStatus } = (await freshSummary(api, token)).body.data
  assert.deepEqual([shipmentsByStatus.packing, shipmentsByStatus.approved], [2, 1])
  const { body } = await api.get('/v1/outbound-shipments', { token })
  assert.deepEqual(
    body.data.map((s: Record<string, unknown>) => [s.id, s.status, s.shippedAt]),
    [
      ['s1', 'packing', null],
      ['s2', 'inspecting', null],
      ['s3', 'pending_approval', null],
      ['s4', 'approved', null],
      ['s5', 'shipped', 1767225602123],
      ['s6', 'delivered', 1767225601000],
      ['s7', 'packing', null],
    ],
  )
})

test('the same file without ids is imported again only with --again', async () => {
  const organizationId = await records.organization()
  const path = importer.file('firstName\nTwice\n')
  const run = (...more: string[]) =>
    importer.run('fbo-accounts', path, '--organization', organizationId, ...more)
  assert.equal((await run()).code, 0)
  const { code, stderr } = await run()
  assert.deepEqual(
    [code, /^The same file .* as imp_\w+, .*--again/.test(stderr)],
    [1, true],
    stderr,
  )
  assert.equal((await run('--again')).code, 0)
})

test('generated ids follow the order of the file', async () => {
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId)
  const rows = Array.from({ length: 3_000 }, (_, n) => `${account},${n}\n`).join('')
  await importer.json('inventory-items', `fboAccountId,declaredValueCents\n${rows}`, organizationId)
  const found = await sql<{ value: number }[]>`
    select declared_value_cents::integer as value from inventory_items
    where organization_id = ${organizationId} order by id`
  assert.deepEqual(
    found.map(({ value }) => value),
    Array.from({ length: 3_000 }, (_, n) => n),
  )
})

test('a preview reports the count and changes nothing', async () => {
  const organizationId = await records.organization()
  const before = await records.fingerprint()
  const content = 'firstName\nAda\nBo\n'
  const { code, document } = await importer.json(
    'fbo-accounts',
    content,
    organizationId,
    '--preview',
  )
  assert.deepEqual([code, document.imported, document.preview], [0, 2, true])
  assert.equal(await records.fingerprint(), before)
  const path = importer.file(content)
  const args = ['fbo-accounts', path, '--organization', organizationId]
  const preview = await importer.run(...args, '--preview')
  assert.match(preview.stdout, /^2 FBO accounts would be imported; nothing was changed \(.*\)\.\n$/)
  const imported = await importer.run(...args)
  assert.match(imported.stdout, /^2 FBO accounts imported in [\d.]+ s\.\n$/)
  assert.equal(imported.stderr, '', 'no progress bar where there is no terminal')
})

test('a header without rows imports nothing and succeeds', async () => {
  const organizationId = await records.organization()
  const { code, document } = await importer.json('fbo-accounts', 'firstName\n', organizationId)
  assert.deepEqual([code, document.imported], [0, 0])
})

test('an import stopped while it inserts leaves nothing', async () => {
  const organizationId = await records.organization()
  const account = await records.fboAccount(organizationId)
  const before = await records.fingerprint()
  // Lines are inserted 100,000 at once, and empty ones count.
  const path = importer.file(`fboAccountId\n${account}\n${'\n'.repeat(100_000)}${account}\n`)
  const stop = new AbortController()
  const stages: string[] = []
  const importing = createImport(operatorFor(organizationId), database, {
    spec: INVENTORY_ITEMS_IMPORT,
    bytes: createReadStream(path),
    limits: { rowsMax: 100_000, bytesMax: 1_000_000, timeoutMs: 600_000 },
    key: null,
    requestId: null,
    waits: false,
    preview: false,
    signal: stop.signal,
    progress: (stage, rows) => {
      if (stages.at(-1) !== stage) stages.push(stage)
      if (stage === 'inserting' && rows > 0) stop.abort(new Error('stopped'))
    },
  })
  await assert.rejects(importing, /stopped/)
  assert.deepEqual(stages, ['reading', 'checking', 'inserting'])
  assert.equal(await records.fingerprint(), before)
})

test('a second import for the organization is refused while one runs', async () => {
  const organizationId = await records.organization()
  const other = await records.organization()
  const path = importer.file(`firstName\n${'Ada\n'.repeat(1_000)}`)
  let second: unknown
  await sql.begin(async (tx) => {
    await runStatement({ organizationId }, tx, TRY_LOCK, [lockNumber('import', organizationId)])
    const { code, stdout, stderr } = await importer.run(
      'fbo-accounts',
      path,
      '--organization',
      organizationId,
    )
    second = { code, stdout, stderr }
    const elsewhere = await importer.run('fbo-accounts', path, '--organization', other)
    assert.equal(elsewhere.code, 0)
  })
  assert.deepEqual(second, {
    code: 1,
    stdout: '',
    stderr: 'Another import into this organization is running: start this one when it has ended.\n',
  })
})

test('the earliest and the latest importable times are returned exactly', async () => {
  const [first, last] = ['1970-02-01T00:00:00.000Z', new Date().toISOString()]
  const lastMs = Date.parse(last)
  const organizationId = await records.organization()
  const { token } = await records.token(organizationId)
  for (const [kind, content] of [
    ['fbo-accounts', `id,createdAt\nfirst,${first}\nlast,${last}\n`],
    [
      'outbound-shipments',
      `id,fboAccountId,status,shippedAt,createdAt
first,last,shipped,${Date.parse(first)},${first}
last,last,shipped,${lastMs},${last}
`,
    ],
  ] as const) {
    const { code, document } = await importer.json(kind, content, organizationId)
    assert.deepEqual([code, document.imported], [0, 2])
  }
  for (const [id, createdAt] of Object.entries({ first, last })) {
    const { body } = await api.get(`/v1/fbo-accounts/${id}`, { token })
    assert.equal(body.data.createdAt, createdAt)
    const updated = await api.patch(`/v1/fbo-accounts/${id}`, { token, body: { firstName: 'A' } })
    assert.equal(updated.body.data.createdAt, createdAt)
  }
  const { body } = await api.get('/v1/outbound-shipments', { token })
  assert.deepEqual(
    body.data.map((shipment: Record<string, unknown>) => [
      shipment.id,
      shipment.shippedAt,
      shipment.createdAt,
    ]),
    [
      ['last', lastMs, last],
      ['first', Date.parse(first), first],
    ],
  )
})
