import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { clientGenerators } from '../support/contract/client-generators.ts'
import { openVault } from '../support/vault/vault.ts'

const { records, url } = await openVault()
const folder = mkdtempSync(join(tmpdir(), 'generated-clients-'))
after(() => rmSync(folder, { recursive: true }))

/** Runs a program with the Node of the tests. */
function run(program: string, ...args: string[]): void {
  execFileSync(process.execPath, [resolve(program), ...args], { cwd: folder, stdio: 'pipe' })
}

const TOOLS = clientGenerators()
const CLIENTS: Readonly<Record<string, () => void>> = {
  'openapi-typescript': () =>
    run(`${TOOLS}/openapi-typescript/bin/cli.js`, 'openapi.json', '--output', 'schema.ts'),
  'hey-api': () =>
    run(`${TOOLS}/@hey-api/openapi-ts/bin/run.js`, '-i', 'openapi.json', '-o', 'hey', '--silent'),
  orval: () => run(`${TOOLS}/orval/dist/bin/orval.mjs`, '--config', 'orval.config.mjs'),
}

cpSync('openapi.json', join(folder, 'openapi.json'))
symlinkSync(TOOLS, join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
const output = { target: 'orval.ts', client: 'fetch', baseUrl: url }
const orval = { vault: { input: 'openapi.json', output } }
writeFileSync(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(orval)}`)
const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  strict: true,
  types: [],
  outDir: 'compiled',
  rootDir: '.',
}
// The generator of hey-api reads it for the endings of its imports.
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))

for (const [name, generate] of Object.entries(CLIENTS)) {
  test(`A client of ${name} compiles strictly, and its calls get what its types say`, async () => {
    const organizationId = await records.organization()
    const { token } = await records.token(organizationId)
    const from = await records.fboAccount(organizationId)
    const to = await records.fboAccount(organizationId)
    const [item] = await records.inventoryItems(organizationId, from, 1)
    generate()
    const file = `call-${name}.ts`
    // Not `.ts` here: it compiles only beside what is generated.
    cpSync(`test/clients/${file}.txt`, join(folder, file))
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
    run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
    const compiled = join(folder, 'compiled', file.replace('.ts', '.js'))
    const { call } = await import(pathToFileURL(compiled).href)
    assert.deepEqual(await call(url, token, { from, to, item }), {
      status: 'pending',
      id: from,
      shipments: 0,
      email: 'ada@example.com',
    })
  })
}
