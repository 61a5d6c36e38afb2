import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { QueryOf } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { EmptyState } from '../display/EmptyState.tsx'
import { Filters } from '../display/Filters.tsx'
import { accountName } from '../display/format.ts'
import { Page } from '../display/Page.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { ShortId } from '../display/ShortId.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { PrimaryBadge } from './PrimaryBadge.tsx'

const FILTERS = [
  {
    name: 'isPrimary',
    label: 'Primary',
    values: ['true', 'false'],
    nameOf: (value: string) => (value === 'true' ? 'Yes' : 'No'),
  },
  { name: 'createdFrom', label: 'Opened on or after', isDay: true },
  { name: 'createdBefore', label: 'Opened before', isDay: true },
]

const COLUMNS: readonly Column<FboAccount>[] = [
  {
    header: 'Name',
    cell: (account) => (
      <Group gap="xs" wrap="nowrap">
        <RecordLink type="account" id={account.id} name={nameOf(account)} />
        {account.isPrimary && <PrimaryBadge />}
      </Group>
    ),
  },
  {
    header: 'Account',
    cell: ({ id }) => <ShortId id={id} />,
  },
  { header: 'Email', cell: ({ email }) => <bdi className="name">{email ?? '—'}</bdi> },
  { header: 'Phone', cell: ({ phone }) => <span className="nowrap">{phone ?? '—'}</span> },
  {
    header: 'Insured maximum',
    cell: ({ maxInsuredValueCents }) => money(maxInsuredValueCents),
    isRight: true,
  },
  { header: 'Opened', cell: ({ createdAt }) => <Time at={createdAt} /> },
]

/** The name without the id, which has its own column. */
function nameOf(account: FboAccount): string {
  const name = accountName(account)
  return name === account.id ? 'No name' : name
}

export function AccountsPage() {
  const mayCreate = useMay('fbo_accounts:create')
  return (
    <Page
      title="Accounts"
      permission="fbo_accounts:read"
      actions={mayCreate && <ButtonLink to="/accounts/new">Open an account</ButtonLink>}
    >
      <Filters filters={FILTERS} />
      <Accounts />
    </Page>
  )
}

function Accounts() {
  const search = useSearch({ from: '/accounts' })
  const query = { ...search, limit: 50 } as QueryOf<'GET /v1/fbo-accounts'>
  const list = useQuery(read('GET /v1/fbo-accounts', { query }))
  const { page: _, cursor: __, ...filters } = search
  return (
    <RecordTable
      label="Accounts"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      empty={
        Object.keys(filters).length > 0 ? (
          <EmptyState title="No matching accounts">
            Change the filters, or{' '}
            <AppLink to="/accounts" underline="always">
              show all accounts
            </AppLink>
            .
          </EmptyState>
        ) : (
          <EmptyState title="No accounts yet">
            Open one, or{' '}
            <AppLink to="/import" underline="always">
              import a CSV file
            </AppLink>
            . Every item belongs to an account.
          </EmptyState>
        )
      }
    />
  )
}
