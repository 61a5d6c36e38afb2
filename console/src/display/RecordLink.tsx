import { ActionIcon, Anchor, type AnchorProps, CopyButton, Group, Tooltip } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { Check, Copy } from 'lucide-react'
import { type ComponentProps, forwardRef } from 'react'
import { useName } from './names.ts'
import { shortId } from './ShortId.tsx'

/** Mantine's anchor as a link of the router: typed `to`, `params` and `search`. */
export const AppLink = createLink(
  forwardRef<
    HTMLAnchorElement,
    AnchorProps & Omit<ComponentProps<'a'>, 'href' | keyof AnchorProps>
  >((props, ref) => <Anchor ref={ref} {...props} />),
)

/** The page of each type of record. */
const PAGES = {
  transfer: '/transfers/$id',
  item: '/items/$id',
  account: '/accounts/$id',
  shipment: '/shipments/$id',
  revaluation: '/revaluations/$id',
  webhook: '/webhooks/$id',
} as const

const NAMED = { item: 'inventory_item', account: 'fbo_account' } as const

interface Props {
  readonly type: keyof typeof PAGES
  readonly id: string
  /** Shown instead of the name that came with a response. */
  readonly name?: string | undefined
}

/** A link to a record by its name, else by its short id. */
export function RecordLink({ type, id, name }: Props) {
  const known = useName(NAMED[type as keyof typeof NAMED] ?? 'person', id)
  const shown = name ?? known
  return (
    <AppLink to={PAGES[type]} params={{ id }} fz="sm" title={id}>
      {shown === undefined ? <code>{shortId(id)}</code> : <bdi className="name">{shown}</bdi>}
    </AppLink>
  )
}

/** Text that can be copied with one click, such as an id. */
export function Copyable({ text }: { readonly text: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span" display="inline-flex">
      <code>{text}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              onClick={copy}
              aria-label={`Copy ${text}`}
            >
              {copied ? <Check size={14} /> : <Copy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  )
}
