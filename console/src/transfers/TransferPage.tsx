import { Alert, List, Text } from '@mantine/core'
import type { ApprovedTransfer, TransferDetails } from '../api/schema.ts'
import { money } from '../display/amounts.ts'
import { attributesOf, words } from '../display/format.ts'
import { ListedItems } from '../display/ListedItems.tsx'
import { systemWords, useName } from '../display/names.ts'
import { DescriptionList, RecordPage, Section, useRecord } from '../display/Page.tsx'
import {
  Approvals,
  hasSeveralApprovals,
  RecordLink,
  Remark,
  TokenName,
} from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { ExposureBar } from '../display/ValueLine.tsx'
import { Activity, said } from '../events/Activity.tsx'
import { TransferActions, useExposure } from './TransferActions.tsx'

export function TransferPage() {
  const page = useRecord('GET /v1/transfers/{id}', 'transfer_batches:read')
  const { id, record: transfer, etag } = page
  const title = useName('transfer_batch', id) ?? 'Transfer'
  if (transfer === undefined) return <RecordPage {...page} title={title} />
  const cents = transfer.totalDeclaredValueCents
  return (
    <RecordPage
      {...page}
      title={cents ? `${title}, ${money(cents)}` : title}
      statuses={[transfer.status]}
      facts={[
        <span key="parties">
          <RecordLink type="account" id={transfer.fromFboAccountId} /> to{' '}
          <RecordLink type="account" id={transfer.toFboAccountId} />
        </span>,
      ]}
      actions={<TransferActions transfer={transfer} etag={etag} />}
    >
      <Details transfer={transfer} />
      <Policy transfer={transfer} />
      <ListedItems of="transfers" record={transfer} version={etag} />
      <Activity
        id={id}
        records="transfers"
        moments={[
          { type: 'created', at: transfer.createdAt, tokenId: transfer.createdByTokenId },
          {
            type: transfer.status,
            at: transfer.decidedAt,
            tokenId: transfer.decidedByTokenId,
            lines: said(transfer.decisionReason),
          },
        ]}
      />
    </RecordPage>
  )
}

function Details({ transfer }: { readonly transfer: ApprovedTransfer }) {
  const { createdByTokenId: creator, createdAt, expiresAt, decidedAt } = transfer
  const isPending = transfer.status === 'pending'
  return (
    <DescriptionList
      items={[
        ['Requested by', <TokenName key="asked" id={creator} />],
        ['Created', <Time key="created" at={createdAt} />],
        ['Approvals', hasSeveralApprovals(transfer) && <Approvals key="all" record={transfer} />],
        [isPending ? 'Approval' : 'Decided by', <DecidedBy key="by" transfer={transfer} />],
        isPending
          ? ['Expires', <Time key="expires" at={expiresAt} />]
          : ['Decided', <Time key="decided" at={decidedAt} />],
        ['Reason', transfer.decisionReason],
        [
          'Insured exposure of the destination',
          isPending && <Exposure key="exposure" id={transfer.toFboAccountId} />,
        ],
        ['Notes', transfer.notes],
        ...attributesOf(transfer.metadata),
      ]}
    />
  )
}

function DecidedBy({ transfer }: { readonly transfer: TransferDetails }) {
  const { status, approvedBySystem, decidedByTokenId } = transfer
  if (approvedBySystem) return systemWords('policy')
  if (status === 'pending') return 'Waiting for an approver'
  if (status === 'expired') return systemWords('expiry')
  return <TokenName id={decidedByTokenId} />
}

function Exposure({ id }: { readonly id: string }) {
  const { mayRead, exposure } = useExposure(id)
  if (!mayRead) return 'Requires the permission fbo_accounts:read'
  if (exposure === undefined) return '—'
  return (
    <>
      <ExposureBar {...exposure} />
      <Remark>Including this and other pending transfers</Remark>
    </>
  )
}

/** The reasons why a transfer needs approval by a person. */
const REVIEW_REASONS: Readonly<Record<TransferDetails['review'][number], string>> = {
  item_count_over_limit: 'It has more items than can be approved automatically.',
  declared_value_over_limit: 'Its declared value is higher than can be approved automatically.',
  reason_not_covered: 'Some items have a reason that is not approved automatically.',
  insured_exposure_over_maximum: 'It would take the destination over its insured maximum.',
  daily_item_count_over_limit:
    'It would exceed the number of items approved automatically per day.',
  daily_declared_value_over_limit:
    'It would exceed the declared value approved automatically per day.',
  recently_revalued: 'Its creator changed the declared value of an item recently.',
  several_approvals_required: 'Several people must approve it.',
}

function Policy({ transfer }: { readonly transfer: TransferDetails }) {
  const { review, approvedBySystem, approvedOverInsuredMaximum } = transfer
  if (!approvedBySystem && review.length === 0 && !approvedOverInsuredMaximum) return null
  return (
    <Section title="Policy review">
      {approvedBySystem && <Text>Approved automatically.</Text>}
      {review.length > 0 && (
        <>
          <Text>Not approved automatically because:</Text>
          <List size="sm">
            {review.map((reason) => (
              <List.Item key={reason}>{REVIEW_REASONS[reason] ?? words(reason)}</List.Item>
            ))}
          </List>
        </>
      )}
      {approvedOverInsuredMaximum && (
        <Alert color="orange" title="Approved over the insured maximum">
          With this transfer, the destination exceeded its insured maximum.
        </Alert>
      )}
    </Section>
  )
}
