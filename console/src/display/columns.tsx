import { Badge, Group, Text } from '@mantine/core'
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

/** The instant that a member has. */
export function timeColumn<Name extends string>(
  header: string,
  name: Name,
  sort?: Name,
): Column<Readonly<Record<Name, string | null>>> {
  return { header, cell: (row) => <Time at={row[name]} />, sort }
}

interface NameProps {
  readonly id: string
  readonly name: string
  readonly badge?: string | false
}

/** The cell that names a record: its name, a remark, and its id. */
export function NameCell({ id, name, badge }: NameProps) {
  return (
    <>
      <Group gap={6} wrap="nowrap">
        <Text size="sm" fw={500}>
          <bdi>{name}</bdi>
        </Text>
        {badge && (
          <Badge variant="outline" tt="none" size="sm" style={{ flexShrink: 0 }}>
            {badge}
          </Badge>
        )}
      </Group>
      <ShortId id={id} />
    </>
  )
}
