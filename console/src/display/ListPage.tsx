import { Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { read } from '../api/queries.ts'
import type { Args, Operation, QueryOf } from '../api/request.ts'
import type { Operations } from '../api/schema.ts'
import { ExportCsv } from './ExportCsv.tsx'
import { Filters } from './Filters.tsx'
import { type Filter, goodSearch, goodSort } from './filters.ts'
import { pagingOf, ROWS_PER_PAGE } from './lists.tsx'
import { EmptyState, Page } from './Page.tsx'
import { AppLink } from './RecordLink.tsx'
import { RecordTable, type TableProps } from './RecordTable.tsx'
import { SavedViews } from './SavedViews.tsx'

export type ListOperation = Operation & `GET ${string}`

type RowOf<O extends Operation> = Operations[O] extends {
  response: { data: readonly (infer Row extends object)[] }
}
  ? Row
  : never

interface ListProps<O extends ListOperation> extends Omit<TableProps<RowOf<O>>, 'list' | 'tools'> {
  readonly operation: O
  /** The request but for its page, which is in the URL. */
  readonly args: Args<O>
  /** The name of the exported file, if the label is too little. */
  readonly file?: string
}

/** The pages of a list, one at a time, and an export of them all. */
export function RecordList<O extends ListOperation>(props: ListProps<O>) {
  const { operation, args, file, ...table } = props
  const name = file ?? table.label.toLowerCase().replaceAll(' ', '-')
  return (
    <RecordTable
      {...table}
      list={useList(operation, args) as unknown as TableProps<RowOf<O>>['list']}
      tools={<ExportCsv operation={operation} args={args} name={name} />}
    />
  )
}

/** Reads the page that the URL names, and the next one ahead, so that it shows at once. */
function useList<O extends ListOperation>(operation: O, args: Args<O>) {
  const client = useQueryClient()
  const { page, cursor, asOf }: Record<string, unknown> = useSearch({ strict: false })
  // Further pages are of the moment that the first one was.
  const paging = { page, cursor, ...(cursor !== undefined && asOf !== undefined && { asOf }) }
  const query = { ...args.query, ...paging, limit: ROWS_PER_PAGE } as QueryOf<O>
  const list = useQuery(read(operation, { ...args, query }))
  const next = list.isPlaceholderData ? undefined : list.data?.links.next?.toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link has the rest of the query
  useEffect(() => {
    if (next === undefined) return
    const ahead = { ...query, ...pagingOf(new URLSearchParams(next)) } as QueryOf<O>
    void client.prefetchQuery(read(operation, { ...args, query: ahead }))
  }, [next])
  return list
}

interface Props<O extends ListOperation>
  extends Omit<ListProps<O>, 'label' | 'args' | 'empty' | 'actions'> {
  /** Names the records: "Accounts". */
  readonly title: string
  readonly permission: NonNullable<ComponentProps<typeof Page>['permission']>
  readonly actions?: ReactNode
  /** The actions for the ticked rows. */
  readonly tickedActions?: ListProps<O>['actions']
  readonly filters?: readonly Filter[]
  /** Shown above the list. */
  readonly note?: ReactNode
  /** Shown beside the filters. */
  readonly tools?: ReactNode
  /** Another view of the records, in place of the list. */
  readonly view?: ReactNode
  /** The first steps, if there is no record yet. */
  readonly noneYet: ReactNode
  /** The next steps, if none matches the filters. */
  readonly noMatch?: ReactNode
}

/** A page with all records of a kind: its filters and its order are in the URL. */
export function ListPage<O extends ListOperation>(props: Props<O>) {
  const { title, permission, actions, note, filters, tools, view } = props
  return (
    <Page title={title} permission={permission} actions={actions}>
      {note && <Text size="sm">{note}</Text>}
      {filters && (
        <>
          <SavedViews />
          <Group justify="space-between">
            <Filters filters={filters} />
            {tools}
          </Group>
        </>
      )}
      {view ?? <List {...props} />}
    </Page>
  )
}

function List<O extends ListOperation>(props: Props<O>) {
  const { title, filters = [], noneYet, noMatch, ...list } = props
  const sorts = list.columns.flatMap(({ sort }) => sort ?? [])
  const search = goodSort(goodSearch(useSearch({ strict: false }), filters), ...sorts)
  const names = ['sort', ...filters.map(({ name }) => name)]
  // The rest of the URL is how the page shows them.
  const query = Object.fromEntries(names.map((name) => [name, search[name]]))
  const records = title.toLowerCase()
  const empty = filters.some(({ name }) => search[name] !== undefined) ? (
    <EmptyState title={`No matching ${records}`}>
      Change the filters, or{' '}
      <AppLink to="." search={{} as never} underline="always">
        show all {records}
      </AppLink>
      . {noMatch}
    </EmptyState>
  ) : (
    <EmptyState title={`No ${records} yet`}>{noneYet}</EmptyState>
  )
  const args = { query } as Args<O>
  return (
    <RecordList {...list} label={title} args={args} empty={empty} actions={list.tickedActions} />
  )
}
