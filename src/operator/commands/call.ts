import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { callService, type ServiceRequest } from '../call/call-service.ts'
import { type CalledOperation, calledOperations, type Member } from '../call/called-operations.ts'
import {
  CommandFailed,
  ORGANIZATION_OPTION,
  type OrganizationOptions,
  withOrganization,
} from './command.ts'
import { inOneLine } from './text-output.ts'

interface CallOptions extends OrganizationOptions {
  readonly body?: string
}

export function callCommand(): Command {
  const command = new Command('call').description(
    'run an operation of the API as the operator of an organization: the response is JSON',
  )
  for (const operation of calledOperations()) {
    const { operationId, summary, description, members } = operation
    const options = members.map((member) => [member, optionOf(member)] as const)
    const called = command
      .command(operationId)
      .summary(summary)
      .description(description)
      .requiredOption(...ORGANIZATION_OPTION)
    for (const [, option] of options) called.addOption(option)
    if (operation.hasBody) {
      called.option(
        '--body <json>',
        'the body, @FILE with it, or - for standard input; members given beside it are added',
      )
    }
    called.action((given: CallOptions) => call(operation, options, given))
  }
  return command
}

function optionOf({ name, isRequired, isSecret, place, type, description }: Member): Option {
  const required = isRequired ? ' (required)' : ''
  const secret = isSecret ? ' Secret: a file, or - for standard input.' : ''
  const option = new Option(`--${name} <${type}>`, `${description}${secret}${required}`)
  // All else is judged by the operation, in one refusal.
  return option.makeOptionMandatory(place === 'path')
}

async function call(
  operation: CalledOperation,
  options: readonly (readonly [Member, Option])[],
  given: CallOptions,
): Promise<void> {
  const values = options.flatMap(([member, option]) => {
    const text = (given as unknown as Record<string, string>)[option.attributeName()]
    if (text === undefined) return []
    return [{ member, text: member.isSecret ? secretOf(member.name, text) : text }]
  })
  const request = requestOf(operation, values, bodyOf(options, given.body))
  const { status, text } = await withOrganization(given, (caller, database, signal) =>
    callService({ caller, database, signal }, request),
  )
  const isRefused = status >= 400
  if (isRefused) process.exitCode = 1
  const output = isRefused ? process.stderr : process.stdout
  output.write(`${inOneLine(text)}\n`)
}

interface Value {
  readonly member: Member
  readonly text: string
}

function requestOf(
  { method, path, hasBody }: CalledOperation,
  values: readonly Value[],
  given: object,
): ServiceRequest {
  const at = (place: Member['place']) => values.filter(({ member }) => member.place === place)
  const filled = at('path').reduce(
    (url, { member, text }) => url.replace(`{${member.name}}`, encodeURIComponent(text)),
    path,
  )
  const query = new URLSearchParams(at('query').map(({ member, text }) => [member.name, text]))
  const members = at('body').map(({ member, text }) => [member.name, member.valueOf(text)])
  return {
    method,
    url: query.size === 0 ? filled : `${filled}?${query}`,
    headers: Object.fromEntries(at('header').map(({ member, text }) => [member.name, text])),
    ...(hasBody && { body: JSON.stringify({ ...given, ...Object.fromEntries(members) }) }),
  }
}

/** @throws {CommandFailed} */
function bodyOf(options: readonly (readonly [Member, Option])[], given = '{}'): object {
  const text = read('--body', given)
  let body: unknown
  try {
    body = JSON.parse(text ?? given)
  } catch {
    // The message would quote the text, which may hold a secret.
    throw new CommandFailed('--body cannot be read as JSON.')
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new CommandFailed('--body must be a JSON object.')
  }
  const secret = options.find(([{ name, isSecret }]) => isSecret && Object.hasOwn(body, name))
  if (secret !== undefined && text === undefined) throw shownSecret('--body', secret[0].name)
  return body
}

/** @throws {CommandFailed} */
function secretOf(name: string, given: string): string {
  const text = read(`--${name}`, given)
  if (text === undefined) throw shownSecret(`--${name}`, name)
  return text.replace(/\r?\n$/, '')
}

/** The text of a file, or of standard input; undefined if `given` names neither. */
function read(option: string, given: string): string | undefined {
  try {
    if (given === '-') return readFileSync(0, 'utf8')
    return given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : undefined
  } catch (error) {
    throw new CommandFailed(`${option} cannot be read: ${(error as Error).message}.`)
  }
}

function shownSecret(option: string, name: string): CommandFailed {
  return new CommandFailed(
    `${name} is a secret, and others may see the command line: give ${option} @FILE, or ` +
      `${option} - for standard input.`,
  )
}
