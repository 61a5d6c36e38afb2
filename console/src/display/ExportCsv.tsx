import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isWorthRetrying, read } from '../api/queries.ts'
import type { Args, Operation, QueryOf } from '../api/request.ts'
import type { ListResponse } from './lists.tsx'
import { knownName } from './names.ts'
import { ProblemAlert } from './ProblemAlert.tsx'

type Listed = ListResponse<Record<string, unknown>>

interface Props<O extends Operation> {
  readonly operation: O
  readonly args: Args<O>
  /** The beginning of the file's name. */
  readonly name: string
}

/** Reads every page of a list, with its filters, and saves them as one file. */
export function ExportCsv<O extends Operation & `GET ${string}`>(props: Props<O>) {
  const { operation, args, name } = props
  const client = useQueryClient()
  const running = useRef<AbortController>(undefined)
  const [count, setCount] = useState<number>()
  const [error, setError] = useState<unknown>()
  const stop = () => {
    running.current?.abort()
    setCount(undefined)
  }
  useEffect(() => () => running.current?.abort(), [])
  const readAll = async ({ signal }: AbortController) => {
    const rows: Record<string, unknown>[] = []
    let paging: object | undefined = { page: undefined, cursor: undefined }
    while (paging !== undefined) {
      setCount(rows.length)
      const query = { ...args.query, ...paging, limit: 100 } as QueryOf<O>
      const options = { ...read(operation, { ...args, query }), retry: isWorthRetrying, gcTime: 0 }
      const { body, links } = (await client.fetchQuery(options)) as unknown as Listed
      if (signal.aborted) return
      rows.push(...body.data)
      paging = links.next && Object.fromEntries(links.next)
    }
    save(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, csvOf(rows))
    stop()
  }
  const start = () => {
    running.current = new AbortController()
    setError(undefined)
    readAll(running.current).catch((failure) => {
      setError(failure)
      stop()
    })
  }
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

const NAMED = [
  [/fboaccountid$/i, 'fbo_account'],
  [/inventoryitemid$/i, 'inventory_item'],
  [/tokenid$/i, 'access_token'],
] as const

/**
 * CSV of records as the service has them: amounts are plain decimals, instants RFC 3339; the name
 * of an account, item or token has a column behind its id.
 */
function csvOf(rows: readonly object[]): string {
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
