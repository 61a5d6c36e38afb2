import { Button, Group, Text, UnstyledButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useEffect } from 'react'
import { read } from '../api/queries.ts'
import type { Args, Operation, QueryOf } from '../api/request.ts'
import { EmptyState } from './Page.tsx'

/** The rows of a page of a long list. */
export const ROWS_PER_PAGE = 50

/** Reads a page of a list, and the next one ahead, so that it shows at once. */
export function useList<O extends Operation & `GET ${string}`>(operation: O, args: Args<O>) {
  const client = useQueryClient()
  const query = { ...args.query, limit: ROWS_PER_PAGE } as QueryOf<O>
  const list = useQuery(read(operation, { ...args, query }))
  const link = list.isPlaceholderData ? undefined : list.data?.links.next?.toString()
  const readAhead = (next: string) => {
    const ahead = { ...query, ...pagingOf(new URLSearchParams(next)) } as QueryOf<O>
    void client.prefetchQuery(read(operation, { ...args, query: ahead }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link has the rest of the query
  useEffect(() => {
    if (link !== undefined) readAhead(link)
  }, [link])
  return list
}

/** The place of a page in its list; a page of the past is one of a moment. */
function pagingOf(link: URLSearchParams) {
  const { page, cursor, asOf } = Object.fromEntries(link)
  return { page: Number(page ?? 1), cursor, ...(asOf !== undefined && { asOf }) }
}

/** Changes a part of the URL's query. The list then shows its first page, unless that says more. */
export function useChangeSearch() {
  const navigate = useNavigate()
  return (changes: object) =>
    void navigate({
      to: '.',
      search: (before: object) => ({
        ...before,
        page: undefined,
        cursor: undefined,
        asOf: undefined,
        ...changes,
      }),
      resetScroll: false,
    })
}

interface SortHeaderProps {
  readonly header: string
  readonly isRight: boolean | undefined
  readonly sort: string
}

/** The header of a column. A click sorts the list by it: the newest or the most first. */
export function SortHeader({ header, isRight, sort }: SortHeaderProps) {
  const { sort: sorted = '-createdAt' }: { sort?: string } = useSearch({ strict: false })
  const change = useChangeSearch()
  const [isUp, isDown] = [sorted === sort, sorted === `-${sort}`]
  const Icon = isUp ? ArrowUp : isDown ? ArrowDown : ArrowUpDown
  return (
    <th
      scope="col"
      data-right={isRight}
      aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'}
    >
      <UnstyledButton
        onClick={() => change({ sort: isDown ? sort : `-${sort}` })}
        fz="sm"
        fw="inherit"
        mih={24}
        className="nowrap"
      >
        {header} <Icon size={12} aria-hidden="true" />
      </UnstyledButton>
    </th>
  )
}

interface PagerProps {
  readonly page: number
  readonly links: Readonly<Record<string, URLSearchParams>>
  /** The rows of this page, and of each full one. */
  readonly rows: number
  readonly rowsPerPage: number | undefined
  readonly total: number | undefined
  readonly isTop?: boolean
}

/** The place in the list, and buttons to its other pages. */
export function Pager({ page, links, rows, rowsPerPage, total, isTop = false }: PagerProps) {
  const change = useChangeSearch()
  const { first, prev, next } = links
  if (page === 1 && next === undefined && rowsPerPage === undefined) return null
  const button = (name: string, link: URLSearchParams | undefined) => (
    <Button
      variant="default"
      size="xs"
      disabled={link === undefined}
      onClick={() => link && change(link.get('page') === '1' ? {} : pagingOf(link))}
    >
      {name}
    </Button>
  )
  return (
    <Group
      justify="flex-end"
      gap="xs"
      component="nav"
      aria-label={isTop ? 'Pages of the list, at its top' : 'Pages of the list'}
    >
      <Text size="sm" c="dimmed">
        {rowsPerPage === undefined ? `Page ${page}` : place(page, rows, rowsPerPage, next, total)}
      </Text>
      {(page > 1 || next !== undefined) && (
        <>
          {button('First', page > 2 ? first : undefined)}
          {button('Previous', prev)}
          {button('Next', next)}
        </>
      )}
    </Group>
  )
}

/** "51 to 100 of 5,000": the last page knows the total by itself. */
function place(page: number, rows: number, perPage: number, next: unknown, known?: number): string {
  const from = (page - 1) * perPage + 1
  const to = from + rows - 1
  const total = next === undefined ? to : known
  const shown = `${from.toLocaleString()} to ${to.toLocaleString()}`
  return total === undefined || total < to ? shown : `${shown} of ${total.toLocaleString()}`
}

/** Shown behind the end of a list, which may have become shorter. */
export function PastTheEnd() {
  const change = useChangeSearch()
  return (
    <EmptyState title="There is nothing on this page">
      <Button variant="default" onClick={() => change({})}>
        Go to the first page
      </Button>
    </EmptyState>
  )
}
