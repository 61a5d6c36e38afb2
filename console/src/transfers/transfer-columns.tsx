import { Text } from '@mantine/core'
import type { TransferDetails } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { RecordLink, ShortId } from '../display/RecordLink.tsx'
import type { Column } from '../display/RecordTable.tsx'
import { StatusBadge } from '../display/StatusBadge.tsx'
import { Time } from '../display/Time.tsx'

/** The columns of every list of transfers. */
export const TRANSFER_COLUMNS: readonly Column<TransferDetails>[] = [
  {
    header: 'Transfer',
    cell: ({ id, totalItems }) => (
      <RecordLink
        type="transfer"
        id={id}
        name={totalItems === 1 ? '1 item' : `${totalItems.toLocaleString()} items`}
      />
    ),
  },
  { header: 'From', cell: (row) => <RecordLink type="account" id={row.fromFboAccountId} /> },
  { header: 'To', cell: (row) => <RecordLink type="account" id={row.toFboAccountId} /> },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    header: 'Declared value',
    cell: ({ totalDeclaredValueCents: cents }) => (cents === null ? '—' : money(cents)),
    isRight: true,
  },
  {
    header: 'Notes',
    cell: ({ notes }) => (
      <Text size="sm" lineClamp={2} title={notes ?? undefined}>
        {notes ?? '—'}
      </Text>
    ),
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} />, sort: 'createdAt' },
  {
    header: 'Expires',
    cell: ({ status, expiresAt }) => (
      <Time at={status === 'pending' ? expiresAt : null} relative="only" />
    ),
  },
  { header: 'ID', cell: ({ id }) => <ShortId id={id} /> },
]
