import { Button, Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'

/** A page of the past is one of the moment in its link. */
const FIRST = { page: undefined, cursor: undefined, asOf: undefined }

/** Leads to another page of the list, by its link; without one to the first page. */
export function useTurnTo() {
  const navigate = useNavigate()
  return (link?: URLSearchParams) => {
    const page = Number(link?.get('page') ?? 1)
    const { cursor, asOf } = Object.fromEntries(link ?? [])
    const paging = page === 1 ? {} : { page, cursor, asOf }
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...FIRST, ...paging }),
      resetScroll: false,
    })
  }
}

interface Props {
  readonly page: number
  readonly links: Readonly<Record<string, URLSearchParams>>
  /** The rows of this page, and of each full one. */
  readonly rows: number
  readonly rowsPerPage: number | undefined
  readonly total: number | undefined
  readonly isTop?: boolean
}

/** The place in the list, and buttons to its other pages. */
export function Pager({ page, links, rows, rowsPerPage, total, isTop = false }: Props) {
  const turnTo = useTurnTo()
  const { first, prev, next } = links
  if (page === 1 && next === undefined && rowsPerPage === undefined) return null
  const button = (name: string, link: URLSearchParams | undefined) => (
    <Button variant="default" size="xs" disabled={link === undefined} onClick={() => turnTo(link)}>
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
export function PastTheEnd(): ReactNode {
  const turnTo = useTurnTo()
  return (
    <EmptyState title="There is nothing on this page">
      <Button variant="default" onClick={() => turnTo()}>
        Go to the first page
      </Button>
    </EmptyState>
  )
}
