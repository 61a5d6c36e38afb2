import { useQueries } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { SearchResult } from '../api/schema.ts'
import { useFound } from '../display/found.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PAGES } from './pages.ts'
import { useRecent } from './recent.ts'

/** A line of the palette, which leads to a page. */
export interface Entry extends Partial<SearchResult> {
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

interface Command extends Entry {
  readonly permission?: Permission
  /** Between the command and the account that it is for. */
  readonly word?: 'from' | 'for'
}

const COMMANDS: readonly Command[] = [
  {
    title: 'New transfer',
    to: '/transfers/new',
    word: 'from',
    permission: 'transfer_batches:create',
  },
  { title: 'Take in an item', to: '/items/new', word: 'for', permission: 'inventory_items:create' },
  {
    title: 'New shipment',
    to: '/shipments/new',
    word: 'for',
    permission: 'outbound_shipments:create',
  },
  { title: 'Open an account', to: '/accounts/new', permission: 'fbo_accounts:create' },
]

/** Records that the search does not know: whole ids alone lead to them. */
const BY_ID: readonly (Command & { readonly pattern: RegExp })[] = [
  { title: 'Event', to: '/events?id=', permission: 'events:read', pattern: /^evt_\d+_\w+$/ },
  { title: 'Webhook', to: '/webhooks/', permission: 'webhooks:manage', pattern: /^hook_\w{26}$/ },
]

const NAMED: readonly Command[] = [
  ...COMMANDS,
  ...PAGES.map(({ name, ...page }) => ({ title: name, ...page })),
]

/**
 * The lines for a text: pages and commands, then the records that the service finds.
 * @param isUrgent whether to ask at once, however fast the person types
 */
export function useEntries(text: string, isUrgent: boolean) {
  const { permissions } = useCaller()
  const may = ({ permission }: Command) =>
    permission === undefined || permissions.includes(permission)
  const typed = text.trim().toLowerCase()
  const commands = COMMANDS.filter(may)
  // "new transfer from beatriz": the command, and the account to look for.
  const isWished = ({ title, word }: Command) => word && typed.startsWith(`${title.toLowerCase()} `)
  const wish = commands.find(isWished)
  const wanted = wish ? typed.slice(wish.title.length).replace(/^ +(from|for)?\b */, '') : typed
  const { found, isAsking, error } = useFound(wanted, { isUrgent, types: wish && 'fbo_account' })
  const results = found.map(entryOf)
  const { recent, open } = useRecentEntries(typed === '')
  const accounts = results.filter(({ type }) => type === 'fbo_account')
  const about = wish ? accounts.slice(0, 5) : accounts[0] === results[0] ? accounts.slice(0, 1) : []
  const isNamed = ({ title }: Entry) => ` ${title}`.toLowerCase().includes(` ${typed}`)
  const known = BY_ID.filter((one) => may(one) && one.pattern.test(typed))
  const actions = (wish ? [wish] : commands).flatMap((command) =>
    [...about, ...open].flatMap((account) => commandFor(command, account)),
  )
  const groups: readonly EntryGroup[] = [
    { label: 'Go to', entries: typed === '' ? [] : NAMED.filter(may).filter(isNamed) },
    { label: 'By ID', entries: known.map(({ title, to }) => ({ title, to: `${to}${typed}` })) },
    ...(wish ? [] : byType(results)),
    { label: 'Recent', entries: recent },
    { label: 'Actions', entries: [...actions, ...(typed === '' ? commands : wish ? [wish] : [])] },
  ]
  return { groups: groups.filter(({ entries }) => entries.length > 0), isAsking, error }
}

function commandFor({ title, to, word }: Command, account: Entry): Entry[] {
  if (word === undefined) return []
  const name = word === 'from' ? 'from' : 'account'
  return [{ title: `${title} ${word} ${account.title}`, to: `${to}?${name}=${account.id}` }]
}

/** In groups; that of the best result is first. */
function byType(results: readonly ReturnType<typeof entryOf>[]): EntryGroup[] {
  return [...new Set(results.map(({ type }) => type))].map((type) => ({
    label: TYPES[type].label,
    entries: results.filter((result) => result.type === type),
  }))
}

function entryOf(result: SearchResult) {
  return { ...result, to: `${TYPES[result.type].to}${result.id}` }
}

/** The records that were opened last, and the account that is open. */
function useRecentEntries(isShown: boolean) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const { paths } = useRecent()
  const found = useQueries({
    queries: (isShown ? paths : []).map((one) => {
      const q = one.split('/')[2] ?? ''
      return { ...read('GET /v1/search', { query: { q } }), staleTime: 60_000 }
    }),
  })
  const all = found.flatMap(({ data }) => data?.body.data.map(entryOf) ?? [])
  const known = paths.flatMap((one) => all.find(({ to }) => to === one) ?? [])
  const isOpen = ({ to }: Entry) => to === path
  return {
    recent: known.filter((entry) => !isOpen(entry)),
    open: known.filter((entry) => isOpen(entry) && entry.type === 'fbo_account'),
  }
}
