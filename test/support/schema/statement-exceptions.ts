/** Statements that may break the rules of `statement-violations.ts`, and why. */
export interface StatementException {
  readonly why: string
  readonly statement: RegExp
}

export const EXCEPTIONS: readonly StatementException[] = [
  {
    why: 'the operator, who stands above the organizations, lists all of them',
    statement: /^\s*select "id","name","created_at" from organizations order by created_at, id\s*$/,
  },
  {
    why: 'the operator revokes a token by its id alone: the first statement finds out whose it is',
    statement: /^\s*select organization_id from access_tokens where id = \$1\s*$/,
  },
  {
    why: 'the sealing job, which stands above the organizations, looks which of them have work',
    statement:
      /^\s*select (event.organization_id|organization.id)[^;]*\sfrom organizations as organization\s[^;]*\sfrom event_seals as seal\s/,
  },
  {
    why: 'a process finds out which organizations have webhooks to send, in one statement for all',
    statement: /^\s*select [^$]*\sfrom webhook_endpoints\b[^$]*$/,
  },
  {
    why: "an import's staging table takes the columns of a table, and none of its rows",
    statement: /^\s*create temporary table import_rows\s[^;]*\swith no data\s*$/,
  },
  {
    why: 'an import inserts from its staging table, which is on the coordinator alone',
    statement: /^\s*insert into [^;]*\sfrom import_rows\s/,
  },
]
