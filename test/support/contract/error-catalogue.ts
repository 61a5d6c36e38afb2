import { STATUS_CODES } from 'node:http'
import { REFUSALS, type RefusalCode } from '../../../src/domain/errors.ts'
import {
  FIELD_VIOLATIONS,
  IMPORT_VIOLATIONS,
  PROBLEM_MEMBERS,
  VIOLATION_MEMBERS,
} from '../../../src/domain/problem-members.ts'
import type { Document, Schema } from './published-operations.ts'

const BEGIN = '<!-- catalogue:begin -->'
const END = '<!-- catalogue:end -->'

/** A code that more operations can return is named without them: /openapi.json has each. */
const OPERATIONS_MAX = 5

/** docs/ERRORS.md with the catalogue of this code and this OpenAPI document between its marks. */
export function withCatalogue(page: string, openApiText: string): string {
  const begin = page.indexOf(BEGIN)
  const end = page.indexOf(END)
  if (begin < 0 || end < begin) throw new Error(`the page has no ${BEGIN} and ${END}`)
  const sections = [refusals(JSON.parse(openApiText)), violations()]
  return `${page.slice(0, begin)}${BEGIN}\n\n${sections.flat().join('\n')}\n\n${page.slice(end)}`
}

function refusals(document: Document): string[] {
  const operations = operationsByCode(document)
  const codes = Object.keys(REFUSALS) as RefusalCode[]
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code].status)
  return [...byStatus]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([status, listed]) => [
      `### ${status} ${STATUS_CODES[status]}`,
      '',
      ...listed.map((code) => {
        const { title } = REFUSALS[code]
        const named = operations.get(code) ?? []
        const isNamed = named.length > 0 && named.length <= OPERATIONS_MAX
        const where = isNamed ? ` Of ${named.map((id) => `\`${id}\``).join(', ')}.` : ''
        return `- \`${code}\`: ${title}.${membersOf(code)}${where}`
      }),
      '',
    ])
}

function operationsByCode({ paths, components }: Document): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { operationId, responses } of Object.values(paths).flatMap(Object.values)) {
    for (const { $ref, ...own } of Object.values<(typeof responses)[string]>(responses)) {
      const response = $ref === undefined ? own : components.responses[$ref.split('/')[3] as string]
      const examples = response?.content?.['application/problem+json']?.examples ?? {}
      for (const code of Object.keys(examples)) {
        found.set(code, [...(found.get(code) ?? []), operationId])
      }
    }
  }
  return found
}

/** The members of a problem and its violations whose descriptions name the code. */
function membersOf(code: string): string {
  const described: Record<string, Schema> = { ...VIOLATION_MEMBERS, ...PROBLEM_MEMBERS }
  const names = Object.keys(described).filter((name) => {
    return described[name]?.description?.includes(`\`${code}\``)
  })
  return names.length === 0 ? '' : ` Members: ${names.map((name) => `\`${name}\``).join(', ')}.`
}

function violations(): string[] {
  const lines = (codes: object) =>
    Object.entries(codes).map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
  return [
    ...['### Codes of a single violation', ''],
    ...lines(FIELD_VIOLATIONS),
    ...['', '### Codes of an invalid row of a file', ''],
    ...lines(IMPORT_VIOLATIONS),
  ]
}
