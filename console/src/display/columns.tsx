import { Badge, Group, Text } from '@mantine/core'
import { useCaller } from '../session/caller.tsx'
import { money } from './amounts.ts'
import { RecordLink, ShortId } from './RecordLink.tsx'
import type { Column } from './RecordTable.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { Time } from './Time.tsx'

// Columns that many lists have.

export const ID: Column<{ readonly id: string }> = {
  header: 'ID',
  cell: ({ id }) => <ShortId id={id} />,
}

export const STATUS: Column<{ readonly status: string }> = {
  header: 'Status',
  cell: ({ status }) => <StatusBadge status={status} />,
}

export const ACCOUNT: Column<{ readonly fboAccountId: string }> = {
  header: 'Account',
  cell: ({ fboAccountId }) => <RecordLink type="account" id={fboAccountId} />,
}

export const DECLARED_VALUE: Column<{ readonly declaredValueCents: string }> = {
  header: 'Declared value',
  cell: ({ declaredValueCents }) => money(declaredValueCents),
  isRight: true,
}

export function timeColumn<Name extends string>(
  header: string,
  name: Name,
  sort?: Name,
): Column<Readonly<Record<Name, string | null>>> {
  return { header, cell: (row) => <Time at={row[name]} />, sort }
}

export const EXPIRES: Column<{ readonly status: string; readonly expiresAt: string | null }> = {
  header: 'Expires',
  cell: ({ status, expiresAt }) => <Time at={status === 'pending' ? expiresAt : null} />,
}

type NameProps = { readonly id: string; readonly name: string; readonly badge?: string | false }

/** The cell that names a record: its name, its id, and a remark, such as that it is the reader's. */
export function NameCell({ id, name, badge }: NameProps) {
  const { tokenId, person } = useCaller()
  const remark = badge || (id === tokenId && 'yours') || (id === person?.id && 'you')
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <Text fw={500}>
          <bdi>{name}</bdi>
        </Text>
        {remark && (
          <Badge variant="outline" tt="none" size="sm" style={{ flexShrink: 0 }}>
            {remark}
          </Badge>
        )}
      </Group>
      <ShortId id={id} />
    </>
  )
}
