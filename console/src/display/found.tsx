import { Group, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '../api/queries.ts'
import type { SearchResult } from '../api/schema.ts'
import { Remark, shortId } from './RecordLink.tsx'
import { StatusBadge } from './StatusBadge.tsx'

const DEBOUNCE_MS = 150

interface Options {
  readonly types: string | undefined
  /** Whether to ask at once, however fast the person types. */
  readonly isUrgent?: boolean
}

/** The records that the service finds by a text of two characters or more. */
export function useFound(wanted: string, { types, isUrgent = false }: Options) {
  const [settled] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const q = isUrgent ? wanted : settled
  const isAsked = [...wanted].length >= 2
  const { data, error, isPlaceholderData } = useRead('GET /v1/search', {
    query: { q, ...(types && { types }) },
    enabled: isAsked && q === wanted,
    // A new record is found a second or two later.
    refetchInterval: ({ state }) => (state.data?.body.data.length === 0 ? 2_000 : false),
  })
  const isCurrent = isAsked && q === wanted && data !== undefined && !isPlaceholderData
  return {
    isAsked,
    found: isCurrent ? data.body.data : [],
    isAsking: isAsked && !isCurrent && error === null,
    error: isAsked ? error : null,
  }
}

type Found = Pick<SearchResult, 'title'> & Partial<SearchResult>

export function ResultLine({ title, detail, status, id }: Found) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text>
          <bdi>{title}</bdi>
        </Text>
        {detail && (
          <Remark lineClamp={1}>
            <bdi>{detail}</bdi>
          </Remark>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {status && <StatusBadge status={status} />}
        {id && id !== title && <Remark ff="monospace">{shortId(id)}</Remark>}
      </Group>
    </Group>
  )
}
