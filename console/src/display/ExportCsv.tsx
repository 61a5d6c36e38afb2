import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isWorthRetrying, read } from '../api/queries.ts'
import type { Args, Operation, QueryOf } from '../api/request.ts'
import { knownName } from './names.ts'
import { ProblemAlert } from './ProblemAlert.tsx'

interface Props<O extends Operation> {
  readonly operation: O
  readonly args: Args<O>
  /** The beginning of the file's name. */
  readonly name: string
}

interface ListedPage {
  readonly body: { readonly data: readonly Record<string, unknown>[] }
  readonly links: Readonly<Record<string, URLSearchParams>>
}

/** Reads every page of a list, with its filters, and saves them as one file. */
export function ExportCsv<O extends Operation & `GET ${string}`>(props: Props<O>) {
  const { operation, args, name } = props
  const client = useQueryClient()
  const running = useRef<object | undefined>(undefined)
  const [count, setCount] = useState<number | undefined>()
  const [error, setError] = useState<Error | null>(null)
  const stop = () => {
    running.current = undefined
    setCount(undefined)
  }
  useEffect(
    () => () => {
      running.current = undefined
    },
    [],
  )
  const run = async () => {
    const own = {}
    running.current = own
    setError(null)
    const rows: Record<string, unknown>[] = []
    let paging: object | undefined = { page: undefined, cursor: undefined }
    while (paging !== undefined) {
      setCount(rows.length)
      const query = { ...args.query, ...paging, limit: 100 } as QueryOf<O>
      const options = { ...read(operation, { ...args, query }), retry: isWorthRetrying, gcTime: 0 }
      const { body, links } = (await client.fetchQuery(options)) as unknown as ListedPage
      if (running.current !== own) return
      rows.push(...body.data)
      paging = links.next && Object.fromEntries(links.next)
    }
    save(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(rows))
    stop()
  }
  const start = () =>
    void run().catch((failure: Error) => {
      setError(failure)
      stop()
    })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Download size={14} />}
        onClick={count === undefined ? start : stop}
      >
        {count === undefined ? 'Export CSV' : `Stop export (${count.toLocaleString()} rows)`}
      </Button>
      <ProblemAlert error={error} />
    </>
  )
}

/** A spreadsheet reads UTF-8 by the mark at its beginning. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

type Row = Readonly<Record<string, unknown>>

const NAMED = [
  [/fboaccountid$/i, 'fbo_account'],
  [/inventoryitemid$/i, 'inventory_item'],
  [/tokenid$/i, 'access_token'],
] as const

/**
 * CSV of records as the service has them: amounts are plain decimals, instants RFC 3339; the name
 * of an account, item or token has a column behind its id.
 */
function csvOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => new Map(Object.entries(row).flatMap(cellsOf)))
  const headers = [...new Set(lines.flatMap((line) => [...line.keys()]))]
  const text = [headers, ...lines.map((line) => headers.map((header) => line.get(header) ?? ''))]
  return text.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('')
}

function cellsOf([name, value]: [string, unknown]): [string, string][] {
  const text = typeof value === 'object' ? JSON.stringify(value ?? '') : String(value)
  const plain = value === null ? '' : text
  if (name.endsWith('Cents')) return [[name.slice(0, -5), decimal(plain)]]
  if (name === 'shippedAt' && typeof value === 'number') {
    return [[name, new Date(value).toISOString()]]
  }
  const type = NAMED.find(([pattern]) => pattern.test(name))?.[1]
  if (type === undefined) return [[name, plain]]
  return [
    [name, plain],
    [name.replace(/Id$/, 'Name'), knownName(type, plain) ?? ''],
  ]
}

/** "1234.50" of "123450". */
function decimal(cents: string): string {
  return cents === '' ? '' : cents.padStart(3, '0').replace(/(\d\d)$/, '.$1')
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe. */
function quoted(cell: string): string {
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
