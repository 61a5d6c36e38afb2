import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useChange } from '../api/queries.ts'
import { request } from '../api/request.ts'
import { money } from '../display/amounts.ts'
import { Dialog } from '../display/DialogForm.tsx'
import { EachConfirmation } from '../display/EachConfirmation.tsx'
import { counted } from '../display/format.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Remark } from '../display/RecordLink.tsx'
import { useApproveWithProof, useAsksForProof } from '../passkeys/authenticator.ts'
import { Risks, type Row, type Verb } from './queue-rows.tsx'

const STALE = ['inventory-items', 'fbo-accounts']
const PATHS = {
  transfer: 'transfers',
  shipment: 'outbound-shipments',
  revaluation: 'revaluations',
} as const

export type Entry = Row & { readonly kind: keyof typeof PATHS }

interface Props {
  readonly verb: Verb
  readonly entries: readonly Entry[]
  /** Called with those that were decided. */
  readonly close: (decided: readonly Entry[]) => void
}

/** Decides several records. The version that the person saw goes with each decision. */
export function DecideDialog({ verb, entries, close }: Props) {
  const asksForProof = useAsksForProof()
  const approveWithProof = useApproveWithProof()
  const changes = {
    transfer: useChange(`POST /v1/transfers/{id}/${verb}`, STALE),
    shipment: useChange('POST /v1/outbound-shipments/{id}/approve', STALE),
    revaluation: useChange(`POST /v1/revaluations/{id}/${verb}`, STALE),
  }
  const read = useQuery({
    queryKey: ['versions to decide', ...entries.map(({ id }) => id)],
    queryFn: () => Promise.all(entries.map(readNow)),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const decided = useRef<Entry[]>([])
  const end = () => close(decided.current)
  const decide = async (entry: Entry, reason: string) => {
    const { id, kind } = entry
    const ifMatch = read.data?.[entries.indexOf(entry)]?.etag
    // The operations of all kinds have one form.
    const change = changes[kind] as typeof changes.shipment
    const send = (body: object) => change.mutateAsync({ path: { id }, ifMatch, body })
    await (verb === 'reject' ? send({ reason }) : approveWithProof(id, send))
    decided.current.push(entry)
  }
  const isApproval = verb === 'approve'
  const label = `${isApproval ? 'Approve' : 'Reject'} ${counted('record', entries.length)}`
  return (
    <Dialog opened onClose={end} title={label} returnFocus={false}>
      <EachConfirmation
        label={label}
        records={entries}
        lineOf={(entry) => (
          <>
            {entry.title}
            {entry.cents && `, ${money(entry.cents)}`}
            <Risks of={entry.risks} />
            <Remark>{read.data?.[entries.indexOf(entry)]?.notes}</Remark>
          </>
        )}
        explanation={
          <>
            Declared value of all: <b>{money(sumOf(entries))}</b>. Each is decided by itself.
            {isApproval && asksForProof && ' Your device asks for your passkey for each.'}
          </>
        }
        done={isApproval ? 'Approved' : 'Rejected'}
        reason={isApproval ? undefined : 'required'}
        color={isApproval ? undefined : 'red'}
        isIncomplete={read.data === undefined}
        work={decide}
      >
        <ProblemAlert error={read.error} />
      </EachConfirmation>
    </Dialog>
  )
}

/** Its version, and what its creator wrote for the approver. */
async function readNow({ kind, id }: Entry) {
  const { etag, body } = await request(`GET /v1/${PATHS[kind]}/{id}`, { path: { id } })
  const { notes = null } = body.data as { readonly notes?: string | null }
  return { etag, notes }
}

export function sumOf(entries: readonly Entry[]): string {
  return `${entries.reduce((total, { cents }) => total + BigInt(cents ?? 0), 0n)}`
}
