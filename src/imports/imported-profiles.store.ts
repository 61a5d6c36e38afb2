import type { OrganizationTransaction } from '../database/changes/organization-transaction.ts'
import { invalidRows } from './file-checks.store.ts'
import type { FileCheck, ImportedLines } from './import-spec.ts'

const TAKEN = `
  select line, staged.external_id, rows, holder.fbo_account_id as holder
  from (
    select line, fields ->> 'external_id' as external_id,
      count(*) over (partition by fields ->> 'external_id') as rows
    from import_rows
    where organization_id = $1 and attempt_id = $2 and fields ->> 'external_id' is not null
  ) as staged
  left join fbo_account_profiles as holder on holder.organization_id = $1
    and holder.external_id = staged.external_id
  where rows > 1 or holder.fbo_account_id is not null`

/** External ids that the file has more than once, or that an account has. */
export const takenExternalIds: FileCheck = (tx, { attemptId }) =>
  invalidRows<{ externalId: string; rows: string; holder: string | null }>(tx, attemptId, {
    column: 'externalId',
    rows: TAKEN,
    violation: ({ externalId, rows, holder }) => ({
      code: 'external_id_taken',
      detail:
        holder === null
          ? `The file has the externalId ${externalId} ${rows} times: give each account its own.`
          : `The account ${holder} has the externalId ${externalId}: remove the row or change it.`,
    }),
  })

const WRITE = `
  insert into fbo_account_profiles (organization_id, fbo_account_id, external_id, metadata,
    changed_at)
  select organization_id, id, fields ->> 'external_id',
    coalesce((fields ->> 'metadata')::jsonb, '{}'::jsonb), $5::text::timestamptz
  from import_rows
  where organization_id = $1 and attempt_id = $2 and line between $3 and $4
    and (fields ->> 'external_id' is not null or fields ->> 'metadata' is not null)
  order by id`

/** Writes the profiles of imported accounts; none for one that has nothing in it. */
export async function writeImportedProfiles(
  tx: OrganizationTransaction,
  { attemptId, from, to, at }: ImportedLines,
): Promise<void> {
  await tx.run(WRITE, [attemptId, from, to, at])
}
