import type { FastifyInstance } from 'fastify'
import Type, { type TSchema } from 'typebox'
import { REFUSALS } from '../../domain/errors.ts'
import { type OperationContract, queryParametersOf } from '../operation-contract.ts'
import { PUBLIC } from '../pages/site.ts'
import { StaticAsset } from '../pages/static-asset.ts'
import { nothingHere } from '../transport/not-found.ts'
import { requestHeadersOf } from './openapi-headers.ts'
import { INFO, TAGS, tagOf, titleOf } from './openapi-texts.ts'

export interface LlmsOptions {
  /** Whether `/docs` is there to be linked. */
  readonly hasReference: boolean
}

/**
 * Serves `/llms.txt` (llmstxt.org): the interface for programs that read text, with a page of
 * Markdown for each group of operations, and all of them as `/llms-full.txt`. Everything is made
 * from the contracts.
 */
export function serveLlmsPages(app: FastifyInstance, options: LlmsOptions): void {
  let pages: ReadonlyMap<string, StaticAsset> | undefined
  const read = () => {
    pages ??= new Map(
      [...llmsPages(app.operations, { ...options, basePath: app.basePath })].map(([path, text]) => [
        path,
        new StaticAsset('text/markdown; charset=utf-8', text),
      ]),
    )
    return pages
  }
  for (const path of ['/llms.txt', '/llms-full.txt', '/llms/:page']) {
    app.get<{ Params: { page?: string } }>(path, PUBLIC, async (request, reply) => {
      const { page } = request.params
      const asset = read().get(page === undefined ? path : `/llms/${page}`)
      if (asset === undefined) throw nothingHere()
      return asset.send(request, reply.headers({ 'Access-Control-Allow-Origin': '*' }))
    })
  }
}

/** The texts by their paths. */
export function llmsPages(
  operations: readonly OperationContract[],
  { hasReference, basePath = '' }: LlmsOptions & { readonly basePath?: string },
): ReadonlyMap<string, string> {
  const groups = TAGS.map(({ name, description }) => {
    const own = operations.filter(({ path }) => tagOf(path) === name)
    const titles = own.map(({ operationId }) => titleOf(operationId)).join(', ')
    const text = [`# ${name}`, description, ...own.map(operationText)].join('\n\n')
    const path = `/llms/${name.toLowerCase().replaceAll(' ', '-')}.md`
    return { path, text, link: link(name, path, `${description} ${titles}.`) }
  })
  const problems = { path: '/llms/problems.md', text: problemsText() }
  const text = [
    `# ${INFO.title}`,
    `> ${INFO.summary}`,
    INFO.description,
    AUTHORIZATION,
    section('Operations', ...groups.map((group) => group.link)),
    section(
      'Problems',
      link('Problems', problems.path, 'Each code of a refusal, with its status.'),
    ),
    section(
      'Documents',
      link('OpenAPI 3.1', '/openapi.json', 'Every operation, with the schemas of all responses.'),
      ...(hasReference ? [link('API reference', '/docs', 'The same for people.')] : []),
    ),
    section('Optional', link('All in one', '/llms-full.txt', 'All of these pages, one by one.')),
  ].join('\n\n')
  const pages = [...groups, problems]
  const whole = [text, ...pages.map((page) => page.text)].join('\n\n')
  return new Map([
    ['/llms.txt', `${text}\n`],
    ['/llms-full.txt', `${whole}\n`],
    ...pages.map((page) => [page.path, `${page.text}\n`] as const),
  ])

  function link(name: string, path: string, what: string): string {
    return `- [${name}](${basePath}${path}): ${what}`
  }
}

const AUTHORIZATION =
  'Requests carry `Authorization: Bearer <ACCESS_TOKEN>`, and bodies `Content-Type: application/json` ' +
  'unless a page says otherwise. `vault-inventory mcp` serves the operations as tools of the Model ' +
  'Context Protocol.'

function section(title: string, ...links: readonly string[]): string {
  return `## ${title}\n\n${links.join('\n')}`
}

function operationText(contract: OperationContract): string {
  const { operationId, method, path, permission, parameters, description, refusals } = contract
  const { body, csv, csvRows } = contract
  const needs = permission === null ? 'any valid token' : `permission \`${permission}\``
  const { examples } = (body ?? {}) as { readonly examples?: readonly unknown[] }
  return [
    `## ${titleOf(operationId)}`,
    `\`${method} ${path}\` (\`${operationId}\`), ${needs}.`,
    description,
    ...members('In the path', parameters),
    ...members('Query', Type.Object(queryParametersOf(contract))),
    ...members('Headers', Type.Partial(Type.Object(requestHeadersOf(contract)))),
    ...members('Body', body),
    ...(examples?.[0] === undefined ? [] : [`\`\`\`json\n${JSON.stringify(examples[0])}\n\`\`\``]),
    ...[csv, csvRows].flatMap((rows) => (rows === undefined ? [] : [csvText(rows)])),
    ...(refusals === undefined ? [] : [`Refused with: ${refusals.map(code).join(', ')}.`]),
  ].join('\n\n')
}

/** A heading and the members of an object, one a line; nothing if there are none. */
function members(heading: string, schema: TSchema | undefined): string[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly description?: string }>>
    readonly required?: readonly string[]
  }
  const lines = Object.entries(properties).map(([name, { description }]) => {
    return `- \`${name}\`${required.includes(name) ? ' (required)' : ''}: ${description}`
  })
  return lines.length === 0 ? [] : [`${heading}:\n\n${lines.join('\n')}`]
}

function csvText({ description, example }: { readonly description: string; example: string }) {
  return `As \`text/csv\`: ${description}\n\n\`\`\`csv\n${example.trimEnd()}\n\`\`\``
}

function problemsText(): string {
  const rows = Object.entries(REFUSALS).map(([name, { status, title }]) => {
    return `| ${code(name)} | ${status} | ${title} |`
  })
  return [
    '# Problems',
    PROBLEMS,
    `| Code | Status | Meaning |\n|---|---|---|\n${rows.join('\n')}`,
  ].join('\n\n')
}

const PROBLEMS =
  'Every refusal is `application/problem+json` (RFC 9457). Branch on `code`, which never changes; ' +
  '`detail` says what to do, and `errors` lists each violation with a pointer into the request.'

function code(name: string): string {
  return `\`${name}\``
}
