import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { StatementLine } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { counted, words } from '../display/format.ts'
import { useName } from '../display/names.ts'
import { useCaller } from '../session/caller.tsx'
import { provenWords, verificationLine } from './proven-words.ts'
import type { WholeStatement } from './statement-csv.ts'
import '../labels/printed.css'
import './statement.css'

/** The statement as it is printed. The heads of its tables stand on each page. */
export function PrintedStatement({ statement, lines, held }: WholeStatement) {
  const { organizationName } = useCaller()
  const { fboAccountId, currency, from, to, opening, changes, closing } = statement
  const account = useName('fbo_account', fboAccountId)
  const line = verificationLine(statement)
  return (
    <article className="printed statement" aria-label="Statement">
      <h2>
        Statement of <bdi>{account ?? fboAccountId}</bdi>
      </h2>
      <p>
        Account <code>{fboAccountId}</code>, held by <bdi>{organizationName}</bdi>
        <br />
        {utc(from)} up to {utc(to)}, which is not part of it. All times are UTC.
        <br />
        All amounts are declared values in {currency}.
      </p>
      <Rows
        title="Summary"
        head={['What', 'Lines', 'Items', 'Value']}
        rows={[
          ['Opening', '', opening.items.toLocaleString(), money(opening.valueCents)],
          ...changes
            .filter(({ lines }) => lines > 0)
            .map(({ kind, lines, itemsChange, valueChangeCents }) => [
              words(kind),
              lines.toLocaleString(),
              signed(itemsChange),
              money(valueChangeCents),
            ]),
          ['Closing', '', closing.items.toLocaleString(), money(closing.valueCents)],
        ]}
      />
      <Rows
        title="Movements and revaluations"
        head={['Time (UTC)', 'What', 'Item', 'Details', 'Items', 'Item value', 'Change']}
        rows={lines.map((line) => [
          utc(line.at),
          words(line.kind),
          <Item key="item" {...line} />,
          <Details key="details" {...line} />,
          line.itemsChange === 0 ? '' : signed(line.itemsChange),
          money(line.valueCents),
          money(line.valueChangeCents),
        ])}
      />
      <Rows
        title={`Holdings at the end: ${counted('item', closing.items)}`}
        head={['Item', 'Status', 'Value']}
        rows={held.map((holding) => [
          <Item key="item" {...holding} />,
          words(holding.status),
          money(holding.declaredValueCents),
        ])}
      />
      <h3>Verification</h3>
      <p>{provenWords(statement)}</p>
      {line !== undefined && (
        <p>
          Save this line as a file for <code>vault-inventory events verify --checkpoint</code>:
          <br />
          <code>{line}</code>
        </p>
      )}
    </article>
  )
}

interface RowsProps {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly ReactNode[])[]
}

function Rows({ title, head, rows }: RowsProps) {
  return (
    <>
      <h3>{title}</h3>
      {rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table unstyled data={{ head: [...head], body: rows.map((row) => [...row]) }} />
      )}
    </>
  )
}

interface ItemProps {
  readonly inventoryItemId: string
  readonly description: string | null
}

function Item({ inventoryItemId, description }: ItemProps) {
  return (
    <>
      <bdi>{description}</bdi> <code>{inventoryItemId}</code>
    </>
  )
}

function Details(line: StatementLine) {
  const other = line.otherFboAccountId
  const name = useName('fbo_account', other)
  const record = line.outboundShipmentId ?? line.transferBatchId ?? line.revaluationId
  return (
    <>
      {other && (
        <>
          {line.kind === 'transferred_in' ? 'from' : 'to'} <bdi>{name}</bdi> <code>
            {other}
          </code>{' '}
        </>
      )}
      {record && <code>{record}</code>} <bdi>{line.reason}</bdi>
    </>
  )
}

function utc(instant: string | null): string {
  return instant === null ? '' : instant.replace('T', ' ').replace('.000Z', '').replace('Z', '')
}

function signed(count: number): string {
  return count > 0 ? `+${count.toLocaleString()}` : count.toLocaleString()
}
