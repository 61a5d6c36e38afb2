import { Group } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { Args, Operation, QueryOf } from '../api/request.ts'
import type { Operations } from '../api/schema.ts'
import { ExportCsv } from './ExportCsv.tsx'
import { Filters } from './Filters.tsx'
import { type Filter, goodSearch, goodSort } from './filters.ts'
import { useList } from './lists.tsx'
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
  const { page, cursor, asOf }: Record<string, unknown> = useSearch({ strict: false })
  // Further pages are of the moment that the first one was.
  const paging = { page, cursor, ...(cursor !== undefined && asOf !== undefined && { asOf }) }
  const query = { ...args.query, ...paging } as QueryOf<O>
  const list = useList(operation, { ...args, query })
  const name = file ?? table.label.toLowerCase().replaceAll(' ', '-')
  return (
    <RecordTable
      {...table}
      list={list as unknown as TableProps<RowOf<O>>['list']}
      tools={<ExportCsv operation={operation} args={args} name={name} />}
    />
  )
}

interface Props<O extends ListOperation>
  extends Pick<ComponentProps<typeof Page>, 'actions'>,
    Omit<ListProps<O>, 'label' | 'args' | 'empty' | 'actions'> {
  /** Names the records: "Accounts". */
  readonly title: string
  readonly permission: NonNullable<ComponentProps<typeof Page>['permission']>
  readonly filters: readonly Filter[]
  /** The actions for the ticked rows. */
  readonly tickedActions?: ListProps<O>['actions']
  /** The first steps, if there is no record yet. */
  readonly noneYet: ReactNode
  /** The next steps, if none matches the filters. */
  readonly noMatch?: ReactNode
}

type Inner<O extends ListOperation> = Omit<Props<O>, 'title' | 'permission' | 'actions'> & {
  readonly label: string
}

interface PageProps<O extends ListOperation> extends Props<O> {
  /** Shown beside the filters. */
  readonly tools?: ReactNode
  /** Another view of the records, in place of the list. */
  readonly view?: ReactNode
}

/** A page with all records of a kind: its filters and its order are in the URL. */
export function ListPage<O extends ListOperation>(props: PageProps<O>) {
  const { title, permission, actions, tools, view, ...list } = props
  return (
    <Page title={title} permission={permission} actions={actions}>
      <SavedViews />
      <Group justify="space-between">
        <Filters filters={list.filters} />
        {tools}
      </Group>
      {view ?? <List label={title} {...list} />}
    </Page>
  )
}

function List<O extends ListOperation>(props: Inner<O>) {
  const { filters, noneYet, noMatch, tickedActions, ...list } = props
  const sorts = list.columns.flatMap(({ sort }) => sort ?? [])
  const search = goodSort(goodSearch(useSearch({ strict: false }), filters), ...sorts)
  const names = ['sort', ...filters.map(({ name }) => name)]
  // The rest of the URL is how the page shows them.
  const query = Object.fromEntries(names.map((name) => [name, search[name]]))
  const records = list.label.toLowerCase()
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
  return <RecordList {...list} args={{ query } as Args<O>} empty={empty} actions={tickedActions} />
}
