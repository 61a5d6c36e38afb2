import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../../src/http/openapi/openapi.ts'
import type { OperationContract } from '../../../src/http/operation-contract.ts'
import { flattened, inlined } from './inlined.ts'
import { codesOf } from './published-operations.ts'

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

/** The document of a service, closed, with what reads it: made once for all of its vaults. */
interface Checked {
  readonly paths: readonly { pattern: string; expression: RegExp }[]
  readonly document: Document
  readonly ajv: Ajv2020
}

const checkedByNames = new Map<string, Checked>()

/**
 * Fails where a response is not one that the OpenAPI document describes: its status, its content
 * type, its headers, its body, and for a refusal its code. Paths that are no operation must return
 * a problem.
 */
export function assertDocumented(
  operations: readonly OperationContract[],
  observed: Observed,
): void {
  const checked = checkedOf(operations)
  const path = observed.path.split('?', 1)[0] as string
  const pattern = checked.paths.find(({ expression }) => expression.test(path))?.pattern
  const method = observed.method.toLowerCase()
  const operation = pattern === undefined ? undefined : checked.document.paths[pattern]?.[method]
  const type = (observed.headers.get('content-type') ?? '').split(';', 1)[0] as string
  if (!operation) {
    const isProblem = type === 'application/problem+json'
    if (isProblem) assertValid(checked, ['components', 'schemas', 'Problem'], observed.body)
    return
  }
  const where = `${observed.method} ${pattern} ${observed.status}`
  if (observed.status === 304) {
    assert.equal(observed.body, undefined, `${where} has a body`)
    assertHeaders(operation.responses[304] as Documented, observed.headers, where)
    return
  }
  const { status, headers } = observed
  const isRefusal = type === 'application/problem+json'
  const own = operation.responses[status]
  const any = operation.responses.default as Documented
  const response = own === undefined && isRefusal ? any : own
  assert.ok(response?.content[type], `${where} with ${type} is not in the OpenAPI document`)
  // A refusal that any request can get has its headers, also where the operation has others.
  assertHeaders(
    isRefusal ? { ...response, headers: { ...any.headers, ...response.headers } } : response,
    headers,
    where,
  )
  const place = ['paths', pattern as string, method, 'responses', own ? `${status}` : 'default']
  assertValid(checked, [...place, 'content', type, 'schema'], observed.body, where)
  if (!isRefusal) return
  const { code } = observed.body as { code: string }
  assert.ok(
    codesOf(operation, status).includes(code),
    `${where} does not document the code ${code}`,
  )
  const needed = NEEDED_HEADERS[status]
  assert.ok(needed === undefined || headers.has(needed), `${where} has no ${needed}`)
}

/** Headers that these refusals always have: the document says so in words. */
const NEEDED_HEADERS: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  429: 'retry-after',
  503: 'retry-after',
}

function checkedOf(operations: readonly OperationContract[]): Checked {
  const names = operations.map(({ operationId }) => operationId).join()
  const checked = checkedByNames.get(names) ?? check(operations)
  checkedByNames.set(names, checked)
  return checked
}

function check(operations: readonly OperationContract[]): Checked {
  const document = flattened(inlined(openApiDocument(operations))) as Document
  // Clients must tolerate unknown members; the service itself returns none.
  const { Problem, Violation } = document.components.schemas
  assert.ok(Problem !== undefined && Violation !== undefined)
  for (const open of [Problem, Violation]) Object.assign(open, { additionalProperties: false })
  close(document.paths)
  close(document.components.schemas)
  const paths = Object.keys(document.paths)
    // A path without parameters comes before one that would take its last word for an id.
    .sort((one, other) => one.split('{').length - other.split('{').length)
    .map((pattern) => {
      const expression = pattern.replaceAll(/\{\w+\}/g, '[^/]*')
      return { pattern, expression: new RegExp(`^${expression}$`) }
    })
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    validateFormats: false,
    validateSchema: false,
    code: { optimize: false },
  })
  ajv.addSchema(document, 'document')
  return { paths, document, ajv }
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

/** @param place of the schema in the document */
function assertValid(
  { ajv }: Checked,
  place: readonly string[],
  body: unknown,
  where = 'response',
): void {
  const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
  const validate = ajv.getSchema(`document#/${encodeURI(pointer)}`) as ValidateFunction
  assert.ok(validate, `${where}: no schema at ${pointer}`)
  assert.ok(
    validate(body),
    `${where}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`,
  )
}
