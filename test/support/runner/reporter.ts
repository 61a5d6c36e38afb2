import { relative } from 'node:path'
import { inspect } from 'node:util'

/** Outcome of a test file. */
export interface FileResult {
  readonly file: string
  readonly durationMs: number
  readonly passed: number
  readonly failed: number
  /** Titles, each with its reason. */
  readonly skipped: readonly string[]
  /** Titles of those that failed, each with the beginning of its error. */
  readonly why: readonly string[]
}

/** Enough to tell one fault from another where only the end of an output is kept. */
const WHY_MAX = 400

/** The members of an event of node:test that are read here. */
interface TestEvent {
  readonly type: string
  readonly data: {
    readonly name: string
    /** 0 for the test of a file. */
    readonly nesting: number
    readonly file?: string
    readonly line?: number
    readonly skip?: string | boolean
    readonly message?: string
    readonly details?: {
      readonly type?: string
      readonly duration_ms: number
      readonly error?: Error & { readonly failureType?: string }
    }
  }
}

/** The reporter of a worker: prints failures, and sends the outcome of each file. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const none = () => ({ passed: 0, failed: 0, skipped: [] as string[], why: [] as string[] })
  let counts = none()
  for await (const { type, data } of events) {
    // An error after the end of its test comes when the process ends, which fails.
    if (type === 'test:diagnostic' && data.message?.startsWith('Error: ')) {
      process.exitCode = 1
      yield `\nFAILED after the end of a test: ${data.message}\n`
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { details, name, nesting, skip } = data
    const hasFailed = type === 'test:fail'
    if (hasFailed && details?.error?.failureType !== 'subtestsFailed') {
      yield failureText(data)
      counts.why.push(`${name}: ${String(reasonOf(details)).slice(0, WHY_MAX)}`)
    }
    if (nesting === 0) {
      const isEmpty = counts.passed + counts.failed + counts.skipped.length === 0
      if (isEmpty && !hasFailed) yield `\nFAILED ${name}: it has no test\n`
      if (counts.failed === 0 && (hasFailed || isEmpty)) counts.failed = 1
      process.send?.({ file: name, durationMs: Math.round(details?.duration_ms ?? 0), ...counts })
      counts = none()
    } else if (details?.type !== 'suite') {
      if (skip !== undefined && skip !== false) counts.skipped.push(`${name}: ${skip}`)
      else counts[hasFailed ? 'failed' : 'passed'] += 1
    }
  }
}

function failureText({ name, file, line, details }: TestEvent['data']): string {
  const place = file === undefined ? '' : ` (${relative(process.cwd(), file)}:${line})`
  const text = inspect(reasonOf(details), { colors: process.stdout.isTTY === true })
  return `\nFAILED ${name}${place}\n${text.replaceAll(/^/gm, '  ')}\n\n`
}

function reasonOf(details: TestEvent['data']['details']): unknown {
  return details?.error?.cause ?? details?.error
}
