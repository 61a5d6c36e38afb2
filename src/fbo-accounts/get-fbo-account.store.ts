import type { BatchedRead } from '../database/batching/batched-read.ts'
import { instantOf } from '../database/postgres/instant-text.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Caller } from '../domain/caller.ts'
import type { FboAccount } from './fbo-account.ts'

interface FoundFboAccount {
  readonly account: FboAccount
  readonly version: number
}

/** The caller's account with this id; undefined where the organization has none. */
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
    const account = {
      id: values[0],
      organizationId: values[1],
      firstName: values[2],
      lastName: values[3],
      email: values[4],
      phone: values[5],
      businessName: values[6],
      maxInsuredValueCents: values[7],
      isPrimary: values[8],
      createdAt: instantOf(values[9] as string),
    } as FboAccount
    return { account, version: values[10] as number }
  },
}
