import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../../src/http/openapi/openapi.ts'
import type { OperationContract } from '../../../src/http/operation-contract.ts'
import { inlined } from './inlined.ts'

interface Observed {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

interface Document {
  readonly paths: Record<string, Record<string, { responses: Record<string, Documented> }>>
  readonly components: { schemas: Record<string, object> }
}

interface Documented {
  readonly headers: Record<string, { required?: boolean }>
  readonly content: Record<string, { schema: object; examples?: Record<string, object> }>
}

/** Headers that say what a client should do next. */
const REPORTING_HEADERS = ['www-authenticate', 'retry-after', 'location', 'link', 'etag']

const validators = new Map<object, ValidateFunction>()
// Made once per application: a document takes longer to make than a response to check.
const documents = new WeakMap<readonly OperationContract[], { count: number; document: Document }>()

/**
 * Fails where a response is not one that the OpenAPI document describes: its status, its content
 * type, its headers, its body, and for a refusal its code. Paths that are no operation must return
 * a problem.
 */
export function assertDocumented(
  operations: readonly OperationContract[],
  observed: Observed,
): void {
  const document = documentOf(operations)
  const path = observed.path.split('?', 1)[0] as string
  // A path without parameters comes before one that would take its last word for an id.
  const pattern = Object.keys(document.paths)
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .find((candidate) => {
      const expression = candidate.replaceAll(/\{\w+\}/g, '[^/]*')
      return new RegExp(`^${expression}$`).test(path)
    })
  const operation = pattern && document.paths[pattern]?.[observed.method.toLowerCase()]
  const type = (observed.headers.get('content-type') ?? '').split(';', 1)[0] as string
  if (!operation) {
    if (type === 'application/problem+json') assertValid(document, PROBLEM_REFERENCE, observed.body)
    return
  }
  const where = `${observed.method} ${pattern} ${observed.status}`
  if (observed.status === 304) {
    assert.equal(observed.body, undefined, `${where} has a body`)
    assertHeaders(operation.responses[304] as Documented, observed.headers, where)
    return
  }
  const response = operation.responses[observed.status]
  const documented = response?.content[type]
  assert.ok(documented, `${where} with ${type} is not in the OpenAPI document`)
  assertHeaders(response as Documented, observed.headers, where)
  assertValid(document, documented.schema, observed.body, where)
  if (documented.examples !== undefined) {
    const { code } = observed.body as { code: string }
    assert.ok(code in documented.examples, `${where} does not document the code ${code}`)
  }
}

function documentOf(operations: readonly OperationContract[]): Document {
  const known = documents.get(operations)
  if (known?.count === operations.length) return known.document
  const document = inlined(openApiDocument(operations)) as Document
  // Clients must tolerate unknown members; the service itself returns none.
  const { Problem, Violation } = document.components.schemas
  assert.ok(Problem !== undefined && Violation !== undefined)
  for (const open of [Problem, Violation]) Object.assign(open, { additionalProperties: false })
  close(document.paths)
  close(document.components.schemas)
  documents.set(operations, { count: operations.length, document })
  return document
}

/** No object has members that are not in its schema, unless that says so. */
function close(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('properties' in node && !('additionalProperties' in node)) {
    Object.assign(node, { additionalProperties: false })
  }
  for (const [name, value] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples') close(value)
  }
}

function assertHeaders({ headers }: Documented, observed: Headers, where: string): void {
  const declared = Object.entries(headers).map(
    ([name, { required }]) => [name.toLowerCase(), required === true] as const,
  )
  for (const [name, required] of declared) {
    assert.ok(!required || observed.has(name), `${where} has no ${name}`)
  }
  for (const name of REPORTING_HEADERS.filter((reporting) => observed.has(reporting))) {
    assert.ok(
      declared.some(([known]) => known === name),
      `${where} does not document ${name}`,
    )
  }
}

const PROBLEM_REFERENCE = { $ref: '#/components/schemas/Problem' }

function assertValid(document: Document, schema: object, body: unknown, where = 'response'): void {
  let validate = validators.get(schema)
  if (validate === undefined) {
    const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false })
    validate = ajv.compile({ ...schema, components: document.components })
    validators.set(schema, validate)
  }
  assert.ok(
    validate(body),
    `${where}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`,
  )
}
