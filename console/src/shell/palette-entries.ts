import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { SearchResult } from '../api/schema.ts'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PAGES } from './pages.ts'
import { useRecent } from './recent.ts'

/** A line of the palette, which leads to a page. */
export interface Entry extends Partial<Pick<SearchResult, 'id' | 'detail' | 'status'>> {
  readonly to: string
  readonly title: string
}

export interface EntryGroup {
  readonly label: string
  readonly entries: readonly Entry[]
}

const TYPES = {
  fbo_account: { label: 'Accounts', to: '/accounts/' },
  inventory_item: { label: 'Items', to: '/items/' },
  transfer_batch: { label: 'Transfers', to: '/transfers/' },
  outbound_shipment: { label: 'Shipments', to: '/shipments/' },
} as const

interface Command {
  readonly title: string
  readonly to: string
  readonly permission?: Permission
  /** The command for one account, whose id follows `toAccount`. */
  readonly forAccount?: string
  readonly toAccount?: string
}

const COMMANDS: readonly Command[] = [
  {
    title: 'New transfer',
    to: '/transfers/new',
    permission: 'transfer_batches:create',
    forAccount: 'New transfer from',
    toAccount: '/transfers/new?from=',
  },
  {
    title: 'Take in an item',
    to: '/items/new',
    permission: 'inventory_items:create',
    forAccount: 'Take in an item for',
    toAccount: '/items/new?account=',
  },
  {
    title: 'New shipment',
    to: '/shipments/new',
    permission: 'outbound_shipments:create',
    forAccount: 'New shipment for',
    toAccount: '/shipments/new?account=',
  },
  { title: 'Open an account', to: '/accounts/new', permission: 'fbo_accounts:create' },
]

/** Records that the search does not know: whole ids alone lead to them. */
const BY_ID: readonly (Command & { readonly pattern: RegExp })[] = [
  { title: 'Event', to: '/events?id=', permission: 'events:read', pattern: /^evt_\d+_\w+$/ },
  {
    title: 'Webhook endpoint',
    to: '/webhooks/',
    permission: 'webhooks:manage',
    pattern: /^hook_[0-9a-z]{26}$/,
  },
]

/** Pages by their names. */
const NAMED_PAGES: readonly Command[] = PAGES.map(({ name, ...page }) => ({ title: name, ...page }))

const DEBOUNCE_MS = 150

/**
 * The lines for a text: pages and commands, then the records that the service finds.
 * @param isUrgent whether to ask at once, however fast the person types
 */
export function useEntries(text: string, isUrgent: boolean) {
  const { permissions } = useCaller()
  const typed = text.trim().toLowerCase()
  const may = ({ permission }: { readonly permission?: Permission }) =>
    permission === undefined || permissions.includes(permission)
  const commands = COMMANDS.filter(may)
  // "new transfer from beatriz": the command, and the account to look for.
  const wish = commands.find(
    ({ title, toAccount }) => toAccount && typed.startsWith(`${title} `.toLowerCase()),
  )
  const wanted = wish
    ? typed
        .slice(wish.title.length)
        .replace(/^\s+(from|for)(\s+|$)/, '')
        .trim()
    : typed
  const [settled] = useDebouncedValue(wanted, DEBOUNCE_MS)
  const q = isUrgent ? wanted : settled
  const isAsked = [...wanted].length >= 2
  const found = useQuery({
    ...read('GET /v1/search', { query: { q, ...(wish && { types: 'fbo_account' }) } }),
    enabled: isAsked && q === wanted,
    // A new record is found a second or two later.
    refetchInterval: ({ state }) => (state.data?.body.data.length === 0 ? 2_000 : false),
  })
  const isCurrent = q === wanted && found.data !== undefined && !found.isPlaceholderData
  const results = isAsked && isCurrent ? found.data.body.data : []
  const named = [...COMMANDS, ...NAMED_PAGES]
    .filter(may)
    .filter(({ title }) => typed !== '' && ` ${title}`.toLowerCase().includes(` ${typed}`))
  const known = BY_ID.filter((one) => may(one) && one.pattern.test(typed))
  const { recent, open } = useRecentEntries(typed === '')
  const [best] = results
  const accounts = results.filter(({ type }) => type === 'fbo_account').slice(0, 5)
  const about = wish ? accounts : best?.type === 'fbo_account' ? [best] : open
  const forAccounts = about.flatMap(({ id, title }) =>
    (wish ? [wish] : commands).flatMap(({ forAccount, toAccount }) =>
      toAccount ? [{ title: `${forAccount} ${title}`, to: `${toAccount}${id}` }] : [],
    ),
  )
  const groups: readonly EntryGroup[] = [
    { label: 'Go to', entries: named },
    {
      label: 'By ID',
      entries: known.map(({ title, to }) => ({ title, to: `${to}${typed}`, id: typed })),
    },
    ...(wish ? [] : byType(results)),
    { label: 'Recent', entries: recent },
    { label: 'Actions', entries: [...forAccounts, ...(typed === '' ? commands : [])] },
  ]
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isAsking: isAsked && !isCurrent && found.error === null,
    error: isAsked ? found.error : null,
  }
}

/** In groups; that of the best result is first. */
function byType(results: readonly SearchResult[]): EntryGroup[] {
  return [...new Set(results.map(({ type }) => type))].map((type) => ({
    label: TYPES[type].label,
    entries: results.filter((result) => result.type === type).map(entryOf),
  }))
}

function entryOf(result: SearchResult): Entry {
  return { ...result, to: `${TYPES[result.type].to}${result.id}` }
}

/** The records that were opened last, and the account that is open. */
function useRecentEntries(isShown: boolean) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { paths } = useRecent()
  const found = useQueries({
    queries: paths.map((one) => {
      const q = one.split('/')[2] ?? ''
      return { ...read('GET /v1/search', { query: { q } }), enabled: isShown, staleTime: 60_000 }
    }),
  })
  const all = found.flatMap(({ data }, at) => {
    const entries = data?.body.data.map((result) => ({ ...entryOf(result), type: result.type }))
    return entries?.find(({ to }) => to === paths[at]) ?? []
  })
  return {
    recent: isShown ? all.filter(({ to }) => to !== path) : [],
    open: isShown ? all.filter(({ to, type }) => to === path && type === 'fbo_account') : [],
  }
}
