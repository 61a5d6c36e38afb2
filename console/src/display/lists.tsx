import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from './Page.tsx'

export const ROWS_PER_PAGE = 50

export interface ListResponse<Row> {
  readonly body: { readonly data: readonly Row[]; readonly pagination: { readonly page: number } }
  readonly links: Readonly<Record<string, URLSearchParams>>
}

/** The place of a page in its list; a page of the past is one of a moment. */
export function pagingOf(link: URLSearchParams) {
  const { page, cursor, asOf } = Object.fromEntries(link)
  return { page: Number(page ?? 1), cursor, ...(asOf !== undefined && { asOf }) }
}

/**
 * Changes a part of the URL's query. The list then shows its first page, unless that says more.
 * @param replace whether Back skips the change
 */
export function useChangeSearch(replace = false) {
  const navigate = useNavigate()
  const first = { page: undefined, cursor: undefined, asOf: undefined }
  return (changes: object) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...first, ...changes }),
      replace,
      resetScroll: false,
    })
}

interface PagerProps {
  readonly list: ListResponse<unknown>
  /** Whether its full pages have `ROWS_PER_PAGE` rows. */
  readonly isLong: boolean
  readonly total: number | undefined
  readonly isTop?: boolean
}

export function Pager({ list: { body, links }, isLong, total, isTop = false }: PagerProps) {
  const change = useChangeSearch()
  const { page } = body.pagination
  const { first, prev, next } = links
  if (page === 1 && next === undefined && !isLong) return null
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
      <Text c="dimmed">
        {isLong ? place(page, body.data.length, next === undefined, total) : `Page ${page}`}
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
function place(page: number, rows: number, isLast: boolean, known?: number): string {
  const from = (page - 1) * ROWS_PER_PAGE + 1
  const to = from + rows - 1
  const total = isLast ? to : known
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
