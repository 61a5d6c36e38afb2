/**
 * Writes the files that are made from the code: `npm run generate`. They are checked in, so that a
 * change of the contract shows in the review; `test/contract/published.test.ts` compares them.
 */

import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { pino } from 'pino'
import { openDatabase } from '../src/database/database.ts'
import { openApiDocument } from '../src/http/openapi/openapi.ts'
import { readConfig } from '../src/runtime/config/config.ts'
import { Metrics } from '../src/runtime/metrics/metrics.ts'
import { startApp } from '../src/server/start-app.ts'
import { clientOperations, clientProblems, clientSchema } from './support/contract/client-files.ts'
import { consoleTypes } from './support/contract/console-types.ts'
import { withCatalogue } from './support/contract/error-catalogue.ts'

const CLIENT = 'clients/typescript/src/generated'
const ERRORS = 'docs/ERRORS.md'
const SCALAR = 'node_modules/@scalar/fastify-api-reference'

export interface GeneratedFile {
  /** From the root of the project. */
  readonly path: string
  readonly text: () => Promise<string>
}

export const GENERATED_FILES: readonly GeneratedFile[] = [
  { path: 'openapi.json', text: openApiText },
  { path: 'console/src/api/schema.ts', text: async () => await consoleTypes(await openApiText()) },
  { path: `${CLIENT}/schema.ts`, text: async () => clientSchema(await openApiText()) },
  { path: `${CLIENT}/operations.ts`, text: async () => clientOperations(await openApiText()) },
  { path: `${CLIENT}/problems.ts`, text: async () => clientProblems(await openApiText()) },
  {
    path: ERRORS,
    text: async () => withCatalogue(await readFile(ERRORS, 'utf8'), await openApiText()),
  },
  { path: 'reference/js/scalar.js', text: scalarScript },
  { path: 'reference/LICENSE.txt', text: () => readFile(`${SCALAR}/LICENSE`, 'utf8') },
]

/** The file's address on disk. */
export function addressOf({ path }: GeneratedFile): URL {
  return new URL(`../${path}`, import.meta.url)
}

if (import.meta.main) {
  for (const file of GENERATED_FILES) {
    writeFileSync(addressOf(file), await file.text())
    process.stdout.write(`${file.path}\n`)
  }
}

/** The document of the service as production builds it; nothing listens and nothing connects. */
async function openApiText(): Promise<string> {
  const config = readConfig({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })
  const database = openDatabase(config, config.DATABASE_URL as string, {
    applicationName: 'vault-inventory generate',
  })
  const app = await startApp({
    config,
    database,
    metrics: new Metrics(),
    log: pino({ level: 'silent' }),
    readiness: async () => 'ready',
  })
  const document = openApiDocument(app.operations)
  await app.close()
  await database.close()
  return `${JSON.stringify(document, null, 2)}\n`
}

/** The library of the reference page. Its plugin for Fastify has it as a text in its code. */
async function scalarScript(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { payload, statusCode } = await app.inject({ url: '/docs/js/scalar.js' })
  await app.close()
  if (statusCode !== 200) throw new Error(`the script has status ${statusCode}`)
  return payload
}
