import { Group } from '@mantine/core'
import type { FboAccount } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { ID, timeColumn } from '../display/columns.tsx'
import { type Filter, TEXT } from '../display/filters.ts'
import { ListPage } from '../display/ListPage.tsx'
import { AppLink, ButtonLink, RecordLink } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { useMay } from '../session/caller.tsx'

const FILTERS: readonly Filter[] = [
  TEXT,
  { name: 'isPrimary', label: 'Primary', kind: 'yes' },
  { name: 'createdFrom', label: 'Opened on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Opened before', kind: 'day' },
]

const COLUMNS: readonly Column<FboAccount>[] = [
  {
    header: 'Name',
    cell: ({ id, isPrimary }) => (
      <Group gap="xs" wrap="nowrap">
        <RecordLink type="account" id={id} />
        {isPrimary && <StatusBadge status="primary" />}
      </Group>
    ),
  },
  { header: 'Email', cell: ({ email }) => <bdi className="nowrap">{email ?? '—'}</bdi> },
  { header: 'Phone', cell: ({ phone }) => <span className="nowrap">{phone ?? '—'}</span> },
  {
    header: 'Insured maximum',
    cell: ({ maxInsuredValueCents }) => money(maxInsuredValueCents),
    isRight: true,
  },
  timeColumn('Opened', 'createdAt', 'createdAt'),
  ID,
]

export function AccountsPage() {
  const mayCreate = useMay('fbo_accounts:create')
  return (
    <ListPage
      title="Accounts"
      permission="fbo_accounts:read"
      actions={mayCreate && <ButtonLink to="/accounts/new">Open an account</ButtonLink>}
      operation="GET /v1/fbo-accounts"
      filters={FILTERS}
      columns={COLUMNS}
      noneYet={
        <>
          Open one, or{' '}
          <AppLink to="/import" underline="always">
            import a CSV file
          </AppLink>
          . Every item belongs to an account.
        </>
      }
    />
  )
}
