import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useKey } from '../shell/keys.ts'
import { EmptyState } from './EmptyState.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'

export interface Column<Row> {
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** For numbers. */
  readonly isRight?: boolean
}

/** The response of a list operation. */
interface ListResponse<Row> {
  readonly body: { readonly data: readonly Row[]; readonly pagination: { readonly page: number } }
  readonly links: Readonly<Record<string, URLSearchParams>>
}

interface Props<Row> {
  /** The name of the table, for screen readers. */
  readonly label: string
  readonly list: UseQueryResult<ListResponse<Row>, Error>
  readonly columns: readonly Column<Row>[]
  readonly rowKey: (row: Row) => string
  /** Shown if there is no row. */
  readonly empty: ReactNode
}

/**
 * One page of a list, and buttons to the others: only that page is loaded. The page is in the URL
 * (`page`, `cursor`), so links to it work. `j` and `k` move along the rows.
 */
export function RecordTable<Row>({ label, list, columns, rowKey, empty }: Props<Row>) {
  const body = useRowKeys()
  if (list.error !== null && list.data === undefined) return <ProblemAlert error={list.error} />
  if (list.data === undefined) return <Loading />
  const { data, pagination } = list.data.body
  if (data.length === 0) return pagination.page === 1 ? empty : <PastTheEnd />
  return (
    <Stack gap="xs">
      <ProblemAlert error={list.error} />
      <Table.ScrollContainer minWidth={640} type="native">
        <Table
          fz="sm"
          verticalSpacing={6}
          highlightOnHover
          stickyHeader
          aria-label={label}
          aria-busy={list.isPlaceholderData}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ header, isRight }) => (
                <Table.Th key={header} className="nowrap" ta={isRight ? 'right' : 'left'}>
                  {header}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {data.map((row) => (
              <Table.Tr key={rowKey(row)}>
                {columns.map(({ header, cell, isRight }) => (
                  <Table.Td key={header} ta={isRight ? 'right' : 'left'} className="record-cell">
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager page={pagination.page} links={list.data.links} />
    </Stack>
  )
}

/** Shown behind the end of a list, which may have become shorter. */
function PastTheEnd() {
  const navigate = useNavigate()
  const search = (before: object) => ({ ...before, page: undefined, cursor: undefined })
  return (
    <EmptyState title="There is nothing on this page">
      <Button variant="default" onClick={() => void navigate({ to: '.', search })}>
        Go to the first page
      </Button>
    </EmptyState>
  )
}

function Pager({
  page,
  links,
}: {
  readonly page: number
  readonly links: Readonly<Record<string, URLSearchParams>>
}) {
  const navigate = useNavigate()
  const to = (rel: string) => {
    const link = links[rel]
    if (link === undefined) return undefined
    const number = Number(link.get('page') ?? 1)
    const paging = number === 1 ? {} : { page: number, cursor: link.get('cursor') ?? undefined }
    return () =>
      navigate({
        to: '.',
        search: (before: object) => ({ ...before, page: undefined, cursor: undefined, ...paging }),
      })
  }
  const [first, previous, next] = [to('first'), to('prev'), to('next')]
  if (page === 1 && next === undefined) return null
  return (
    <Group justify="flex-end" gap="xs" component="nav" aria-label="Pages of the list">
      <Text size="sm" c="dimmed">
        Page {page}
      </Text>
      <PageButton go={page > 2 ? first : undefined}>First</PageButton>
      <PageButton go={previous}>Previous</PageButton>
      <PageButton go={next}>Next</PageButton>
    </Group>
  )
}

function PageButton({
  go,
  children,
}: {
  readonly go: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <Button variant="default" size="xs" disabled={go === undefined} onClick={go}>
      {children}
    </Button>
  )
}

export function Loading() {
  return (
    <Stack gap="xs" aria-busy="true" aria-label="Loading">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} h={32} />
      ))}
    </Stack>
  )
}

/** `j` and `k` move along the rows of the table body that has this reference. */
export function useRowKeys(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null)
  useKey('next', () => moveFocus(body.current, 1))
  useKey('previous', () => moveFocus(body.current, -1))
  return body
}

/** Moves the focus to the first link of the next row, or of the one before. */
function moveFocus(body: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(body?.querySelectorAll('tr') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const row = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]
  row?.querySelector<HTMLElement>('a, button, input')?.focus()
}
