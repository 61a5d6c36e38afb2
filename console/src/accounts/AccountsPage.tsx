import { Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { QueryOf } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { ButtonLink } from '../display/ButtonLink.tsx'
import { EmptyState } from '../display/EmptyState.tsx'
import { ExportCsv } from '../display/ExportCsv.tsx'
import { Filters } from '../display/Filters.tsx'
import { type Filter, goodSearch, goodSort, TEXT } from '../display/filters.ts'
import { accountName } from '../display/format.ts'
import { Page } from '../display/Page.tsx'
import { AppLink, RecordLink } from '../display/RecordLink.tsx'
import { type Column, RecordTable } from '../display/RecordTable.tsx'
import { SavedViews } from '../display/SavedViews.tsx'
import { ShortId } from '../display/ShortId.tsx'
import { Time } from '../display/Time.tsx'
import { useList } from '../display/use-list.ts'
import { useMay } from '../session/caller.tsx'
import { PrimaryBadge } from './PrimaryBadge.tsx'

const FILTERS: readonly Filter[] = [
  TEXT,
  { name: 'isPrimary', label: 'Primary', kind: 'yes' },
  { name: 'createdFrom', label: 'Opened on or after', kind: 'day' },
  { name: 'createdBefore', label: 'Opened before', kind: 'day' },
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
  { header: 'Email', cell: ({ email }) => <bdi className="nowrap">{email ?? '—'}</bdi> },
  { header: 'Phone', cell: ({ phone }) => <span className="nowrap">{phone ?? '—'}</span> },
  {
    header: 'Insured maximum',
    cell: ({ maxInsuredValueCents }) => money(maxInsuredValueCents),
    isRight: true,
  },
  { header: 'Opened', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt' },
  { header: 'ID', cell: ({ id }) => <ShortId id={id} /> },
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
      <SavedViews />
      <Filters filters={FILTERS} />
      <Accounts />
    </Page>
  )
}

function Accounts() {
  const search = goodSearch(useSearch({ from: '/accounts' }), FILTERS)
  const query = goodSort(search, 'createdAt') as QueryOf<'GET /v1/fbo-accounts'>
  const list = useList('GET /v1/fbo-accounts', { query })
  const { page: _, cursor: __, sort: ___, ...filters } = search
  return (
    <RecordTable
      label="Accounts"
      list={list}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      tools={<ExportCsv operation="GET /v1/fbo-accounts" args={{ query }} name="accounts" />}
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
