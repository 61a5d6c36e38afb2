import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  CopyButton,
  List,
  Stack,
  Text,
  type TextProps,
  UnstyledButton,
} from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ApprovedTransfer } from '../api/schema.ts'
import { useCaller } from '../session/caller.tsx'
import { systemWords, useName } from './names.ts'
import { Time } from './Time.tsx'

type LinkProps<Own> = Own & Omit<ComponentProps<'a'>, 'href' | keyof Own>

/** Mantine's anchor and button as links of the router: typed `to`, `params` and `search`. */
export const AppLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />)

export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => (
  <Button component="a" {...props} />
))

/** The page of each type of record, and its type as the names of responses have it. */
export const RECORDS = {
  transfer: ['/transfers/$id', 'transfer_batch'],
  item: ['/items/$id', 'inventory_item'],
  account: ['/accounts/$id', 'fbo_account'],
  shipment: ['/shipments/$id', 'outbound_shipment'],
  revaluation: ['/revaluations/$id', 'revaluation'],
  webhook: ['/webhooks/$id', undefined],
} as const

interface RecordLinkProps {
  readonly type: keyof typeof RECORDS
  readonly id: string
  /** Shown instead of the name that came with a response. */
  readonly name?: string | undefined
}

/** A link to a record by its name, else by its short id. */
export function RecordLink({ type, id, name }: RecordLinkProps) {
  const [to, named] = RECORDS[type]
  const known = useName(named, id)
  const shown = name ?? known
  return (
    <AppLink to={to} params={{ id }} title={id}>
      {shown === undefined ? <code>{shortId(id)}</code> : <bdi className="name">{shown}</bdi>}
    </AppLink>
  )
}

/** The prefix of an id and its end, which tells it from its neighbours: `xfer_…4bgq`. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${/^[a-z]+_/.exec(id)?.[0] ?? id.slice(0, 4)}…${id.slice(-4)}`
}

/** An id, small and grey. A click copies the whole of it. */
export function ShortId({ id }: { readonly id: string }) {
  return <Copyable text={id} isShort />
}

export function Copyable({ text, isShort = false }: { text: string; isShort?: boolean }) {
  const shown = isShort ? shortId(text) : text
  const look = isShort ? { fz: 'xs', c: 'dimmed', className: 'nowrap' } : { fz: 'inherit' }
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <UnstyledButton
          onClick={copy}
          title={`Copy ${text}`}
          aria-label={`${shown}, ${copied ? 'copied' : 'copy'}`}
          mih={24}
          ff="monospace"
          {...look}
        >
          {shown} {copied && <Check size={12} />}
          {!copied && !isShort && <Copy size={12} />}
        </UnstyledButton>
      )}
    </CopyButton>
  )
}

/** A line of less weight, such as below the text of a cell. */
export function Remark(props: TextProps & Omit<ComponentProps<'div'>, keyof TextProps>) {
  return <Text size="xs" c="dimmed" component="div" {...props} />
}

/** The author of a change by name: the person that the token belongs to, else its owner. */
export function TokenName({ id }: { readonly id: string | null }) {
  const isMine = useCaller().tokenId === id
  const name = useName('access_token', id)
  if (id === null) return systemWords()
  if (name === undefined) return isMine ? 'You' : <ShortId id={id} />
  return (
    <bdi title={id}>
      {name}
      {isMine && ' (you)'}
    </bdi>
  )
}

type Approved = Pick<ApprovedTransfer, 'approvals' | 'approvalsRequired'>

/** The approvals of a record that needs several: how many of how many, and who gave them. */
export function Approvals({ record }: { readonly record: Approved }) {
  const { approvals, approvalsRequired } = record
  return (
    <Stack gap={2}>
      <Text fw={600}>
        {approvals.length} of {approvalsRequired} approvals
      </Text>
      {approvals.length > 0 && (
        <List size="sm">
          {approvals.map(({ at, tokenId }) => (
            <List.Item key={at}>
              <TokenName id={tokenId} />, <Time at={at} />
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}

/** Whether the approvals of a record are worth a list. */
export function hasSeveralApprovals({ approvals, approvalsRequired }: Approved): boolean {
  return approvalsRequired > 1 || approvals.length > 1
}
