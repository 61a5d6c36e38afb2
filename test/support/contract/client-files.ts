import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { clientGenerators } from './client-generators.ts'
import type { Document, Operation, Response, Schema } from './published-operations.ts'

// The files of the TypeScript client that are made from openapi.json.

const GENERATOR = 'openapi-typescript/bin/cli.js'
// A member with a default can be left out.
const OPTIONS = ['--default-non-nullable=false']
const BANNER = '// Made from openapi.json by `npm run generate`.\n'
const LINE = /\n/g

/** Types of all schemas, and of the parameters, the body and the successes of each operation. */
export function clientSchema(text: string): string {
  const { paths, components, ...info } = JSON.parse(text, (name, value) =>
    // Each object is open in responses: a signature of any member would hide misspelt names.
    name === 'additionalProperties' && value === true ? undefined : value,
  ) as Document
  const { parameters, requestBodies } = components
  // It would forbid the parameters of the path, which are given beside it.
  const schemas = { ...components.schemas, NoMembers: {} }
  const slim = {
    ...info,
    webhooks: {},
    paths: mapped(paths, (methods) =>
      mapped(methods, (operation) => withSuccesses(components, operation)),
    ),
    components: { schemas, parameters, requestBodies },
  }
  const types = execFileSync(process.execPath, [join(clientGenerators(), GENERATOR), ...OPTIONS], {
    input: JSON.stringify(slim),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: 'pipe',
  })
  // Operations are called by their ids.
  return BANNER + types.slice(types.indexOf('export type webhooks'))
}

function withSuccesses(components: Document['components'], operation: Operation): Operation {
  const successes = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([status, response]) => {
      const { headers: _, ...own } = resolved(components, response)
      return [status, own]
    })
  return { ...operation, responses: Object.fromEntries(successes) }
}

/** The table of operations, and the interface of the calls with their documentation. */
export function clientOperations(text: string): string {
  const { paths } = JSON.parse(text) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
      isList: 'Link' in (operation.responses[200]?.headers ?? {}),
      isConditional: '304' in operation.responses,
    })),
  )
  const rows = operations.map(
    ({ operationId, method, path, isList }) =>
      `  ${operationId}: { method: '${method}', path: '${path}', isList: ${isList} },`,
  )
  const calls = operations.map(({ operationId, summary, description, isList, isConditional }) => {
    const kind = isList ? 'ListCall' : isConditional ? 'ConditionalCall' : 'Call'
    const about = `${summary}. ${description}`.replaceAll('*/', '*\\/').replace(LINE, '\n   * ')
    return `  /**\n   * ${about}\n   */\n  readonly ${operationId}: ${kind}<'${operationId}'>`
  })
  return `${BANNER}
import type { Call, ConditionalCall, ListCall } from '../calls.ts'

export const OPERATIONS = {
${rows.join('\n')}
} as const

export interface Operations {
${calls.join('\n').replaceAll(/ +$/gm, '')}
}
`
}

/** The problems as a union by \`code\`, each with its statuses and the members that it can have. */
export function clientProblems(text: string): string {
  const { components } = JSON.parse(text) as Document
  const { properties = {} } = components.schemas.Problem ?? {}
  const problems = (properties.code?.enum ?? []).map((code) => {
    const status = components.examples[code]?.value.status ?? 'number'
    const members = Object.keys(properties).filter((name) => codesOf(properties[name]).has(code))
    const more = members.length === 0 ? '' : `, '${members.join("' | '")}'`
    return `  | ProblemOf<'${code}', ${status}${more}>`
  })
  return `${BANNER}
import type { ProblemOf } from '../problem.ts'

/** Why a request was refused (RFC 9457). Branch on \`code\`; a later service can have more codes. */
export type Problem =
${problems.join('\n')}
`
}

/** A member of a problem begins each sentence with the codes that have it: "With \`a\` and \`b\`". */
function codesOf({ description = '' }: Schema = {}): Set<string> {
  const lists = [...description.matchAll(/With ((?:`\w+`(?:, | and )?)+)/g)]
  const codes = lists.flatMap(([, list = '']) => [...list.matchAll(/`(\w+)`/g)])
  return new Set(codes.map(([, code = '']) => code))
}

function resolved(components: Document['components'], response: Response): Response {
  const { $ref, ...own } = response
  const name = $ref?.replace('#/components/responses/', '')
  return name === undefined ? response : { ...components.responses?.[name], ...own }
}

function mapped<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
