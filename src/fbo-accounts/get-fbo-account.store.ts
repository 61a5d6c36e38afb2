import type { BatchedRead } from '../database/batching/batched-read.ts'
import { instantOf } from '../database/postgres/instant-text.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { FboAccount } from './fbo-account.ts'

export interface FoundFboAccount {
  readonly account: FboAccount
  readonly version: number
}

/** The caller's account of that id; undefined where the organization has none. */
export function findFboAccount(
  caller: Caller,
  database: Pick<RequestDatabase, 'read'>,
  fboAccountId: string,
): Promise<FoundFboAccount | undefined> {
  return database.read(READ_FBO_ACCOUNT, caller, fboAccountId)
}

const SELECT = `
  select id, organization_id, first_name, last_name, email, phone, business_name,
    max_insured_value_cents::text, is_primary, created_at::text, version
  from fbo_accounts
  where organization_id = $1`

const READ_FBO_ACCOUNT: BatchedRead<FoundFboAccount> = {
  name: 'get_fbo_account',
  one: `${SELECT} and id = $2`,
  many: `${SELECT} and id = any($2::text[])`,
  toRecord: (values) => {
    const [id, organizationId, firstName, lastName, email, phone, businessName, ...rest] =
      values as [string, string, ...(string | null)[]]
    const [maxInsuredValueCents, isPrimary, createdAt, version] = rest as unknown as [
      string,
      boolean,
      string,
      number,
    ]
    const account = {
      id,
      organizationId,
      firstName,
      lastName,
      email,
      phone,
      businessName,
      maxInsuredValueCents,
      isPrimary,
      createdAt: instantOf(createdAt),
    } as FboAccount
    return { account, version }
  },
}
