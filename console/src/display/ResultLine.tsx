import { Group, Text } from '@mantine/core'
import type { SearchResult } from '../api/schema.ts'
import { shortId } from './ShortId.tsx'
import { StatusBadge } from './StatusBadge.tsx'

type Props = Pick<SearchResult, 'title'> & Partial<SearchResult>

/** A record that a search found. */
export function ResultLine({ title, detail, status, id }: Props) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">
          <bdi>{title}</bdi>
        </Text>
        {detail && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            <bdi>{detail}</bdi>
          </Text>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {status && <StatusBadge status={status} />}
        {id && id !== title && (
          <Text size="xs" c="dimmed" ff="monospace">
            {shortId(id)}
          </Text>
        )}
      </Group>
    </Group>
  )
}
