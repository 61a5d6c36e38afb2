import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { isWorthRetrying, read, useRead } from '../api/queries.ts'
import type { Args, Operation, QueryOf } from '../api/request.ts'
import type { Operations } from '../api/schema.ts'
import { csvOf } from './csv.ts'
import { Filters } from './Filters.tsx'
import { type Filter, goodSearch } from './filters.ts'
import { type ListResponse, pagingOf, ROWS_PER_PAGE } from './lists.tsx'
import { knownName } from './names.ts'
import { EmptyState, Page } from './Page.tsx'
import { ProblemAlert } from './ProblemAlert.tsx'
import { AppLink } from './RecordLink.tsx'
import { RecordTable, type TableProps } from './RecordTable.tsx'
import { SavedViews } from './SavedViews.tsx'
import { save } from './save.ts'

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
  /** The milliseconds after which it is read again, if its changes cause no events. */
  readonly refetchInterval?: number
}

/** The pages of a list, one at a time, and an export of them all. */
export function RecordList<O extends ListOperation>(props: ListProps<O>) {
  const { operation, args, refetchInterval } = props
  const list = useList(operation, args, refetchInterval) as unknown
  return (
    <RecordTable
      {...props}
      list={list as TableProps<RowOf<O>>['list']}
      tools={<ExportCsv {...props} />}
    />
  )
}

/** Reads the page that the URL names, and the next one ahead, so that it shows at once. */
function useList<O extends ListOperation>(operation: O, args: Args<O>, refetchInterval = 0) {
  const client = useQueryClient()
  const { page, cursor, asOf }: Record<string, unknown> = useSearch({ strict: false })
  // Further pages are of the moment that the first one was.
  const paging = { page, cursor, ...(cursor !== undefined && asOf !== undefined && { asOf }) }
  const query = { ...args.query, ...paging, limit: ROWS_PER_PAGE } as QueryOf<O>
  const list = useRead(operation, { ...args, query, refetchInterval })
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

export function ListPage<O extends ListOperation>(props: Props<O>) {
  const { title, permission, actions, note, filters = [], tools, view, ...others } = props
  const { noneYet, noMatch, tickedActions, ...list } = others
  const search = goodSearch(useSearch({ strict: false }), filters)
  // Only sorts that the list has: that of a value needs an account.
  const isSorted = list.columns.some(({ sort }) => sort && search.sort?.replace('-', '') === sort)
  // The rest of the URL is how the page shows them.
  const named = filters.map(({ name }) => [name, search[name]])
  const query = Object.fromEntries([...named, ['sort', isSorted ? search.sort : undefined]])
  const records = title.toLowerCase()
  const empty = named.some(([, value]) => value !== undefined) ? (
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
  return (
    <Page title={title} permission={permission} actions={actions}>
      {note && <Text>{note}</Text>}
      {filters.length > 0 && (
        <>
          <SavedViews />
          <Group justify="space-between">
            <Filters filters={filters} />
            {tools}
          </Group>
        </>
      )}
      {view ?? (
        <RecordList
          {...list}
          label={title}
          args={{ query } as Args<O>}
          empty={empty}
          actions={tickedActions}
        />
      )}
    </Page>
  )
}

type Listed = ListResponse<Record<string, unknown>>

/** Reads every page of a list, with its filters, and saves them as one file. */
function ExportCsv<O extends ListOperation>({ operation, args, label, file }: ListProps<O>) {
  const name = file ?? label.toLowerCase().replaceAll(' ', '-')
  const client = useQueryClient()
  const running = useRef<AbortController>(undefined)
  const [count, setCount] = useState(0)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: async ({ signal }: AbortController) => {
      const rows: Record<string, unknown>[] = []
      let paging: object | undefined = { page: undefined, cursor: undefined }
      while (paging !== undefined) {
        setCount(rows.length)
        const query = { ...args.query, ...paging, limit: 100 } as QueryOf<O>
        const page = { ...read(operation, { ...args, query }), retry: isWorthRetrying, gcTime: 0 }
        const { body, links } = (await client.fetchQuery(page)) as unknown as Listed
        if (signal.aborted) return
        rows.push(...body.data)
        paging = links.next && Object.fromEntries(links.next)
      }
      save(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(rows, knownName))
    },
  })
  const start = () => {
    running.current = new AbortController()
    mutate(running.current)
  }
  const stop = () => {
    running.current?.abort()
    reset()
  }
  useEffect(() => () => running.current?.abort(), [])
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Download size={14} />}
        onClick={isPending ? stop : start}
      >
        {isPending ? `Stop export (${count.toLocaleString()} rows)` : 'Export CSV'}
      </Button>
      <ProblemAlert error={error} />
    </>
  )
}
