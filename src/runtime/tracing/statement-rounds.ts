import type { Span } from '@opentelemetry/api'
import { CLIENT, tracing } from './tracing.ts'

/** The longest summary that the semantic conventions allow. */
const SUMMARY_MAX = 255

/**
 * The spans of a transaction's rounds: what is sent before the responses to what was sent before
 * it. The time of a change is that of its rounds.
 */
export class StatementRounds {
  readonly #parent: Span
  #open: Span | undefined
  #waiting = 0
  #statements: string[] = []

  /** Undefined where nothing is recorded. */
  static begin(): StatementRounds | undefined {
    const parent = tracing?.current
    return parent && new StatementRounds(parent)
  }

  private constructor(parent: Span) {
    this.#parent = parent
  }

  sent(text: string): void {
    if (this.#waiting === 0) {
      this.#open = tracing?.beginWithin(this.#parent, 'statements', { kind: CLIENT })
    }
    this.#waiting += 1
    this.#statements.push(summaryOf(text))
  }

  answered(): void {
    this.#waiting -= 1
    if (this.#waiting > 0) return
    this.#open
      ?.setAttributes({
        'db.system.name': 'postgresql',
        'db.operation.batch.size': this.#statements.length,
        'db.query.summary': this.#statements.join('; ').slice(0, SUMMARY_MAX),
      })
      .end()
    this.#statements = []
  }
}

const CHANGED = /^\s*(insert into|update|delete from)\s+(\w+)/
const READ_FROM = /\n\s*from\s+(\w+)/

/** Verb and table of a statement: never a value. */
function summaryOf(text: string): string {
  const [, change, changed] = CHANGED.exec(text) ?? []
  if (change !== undefined) return `${change.split(' ', 1)[0]?.toUpperCase()} ${changed}`
  const [verb = ''] = text.trim().split(/\s/, 1)
  const [, table] = READ_FROM.exec(text) ?? []
  return [verb.toUpperCase(), table].filter((part) => part !== undefined).join(' ')
}
