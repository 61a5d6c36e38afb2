/** Statements that may break the rules of `statement-violations.ts`, and why. */
export interface StatementException {
  readonly why: string
  readonly statement: RegExp
}

export const EXCEPTIONS: readonly StatementException[] = [
  {
    why: 'the operator, who stands above the organizations, lists all of them',
    statement:
      /^\s*select id, name, mode, currency, created_at from organizations order by [^;]*\s*$/,
  },
  {
    why: 'the sealing job, which stands above the organizations, looks which of them have work',
    statement:
      /^\s*select (event|organization)\.[^;]*\sfrom organizations as organization\s[^;]* as seal\s/,
  },
  {
    why: 'the job that notes words for searches looks which organizations have work',
    statement: /^\s*select organization\.[^;]*\sfrom organizations as [^;]* search_progress as /,
  },
  {
    why: 'the hourly job that forgets old responses does so for every organization of a node',
    statement: /^\s*select id from organizations\s*$/,
  },
  {
    why: 'a process finds out which organizations have webhooks to send, in one statement for all',
    statement: /^\s*select [^$]*\sfrom webhook_endpoints\b[^$]*$/,
  },
]
