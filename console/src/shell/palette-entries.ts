import { useQueries } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import type { SearchResult } from '../api/schema.ts'
import { useFound } from '../display/found.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PAGES } from './pages.ts'
import { useRecent } from './recent.ts'

/** A line of the palette, which leads to a page. */
interface Entry extends Partial<SearchResult> {
  readonly to: string
  readonly title: string
}

interface Command extends Entry {
  readonly needs?: Permission | undefined
  /** Between the command and the account that it is for. */
  readonly word?: 'from' | 'for'
}

const TYPES = {
  fbo_account: ['Accounts', '/accounts/'],
  inventory_item: ['Items', '/items/'],
  transfer_batch: ['Transfers', '/transfers/'],
  outbound_shipment: ['Shipments', '/shipments/'],
} as const

const COMMANDS: readonly Command[] = [
  { title: 'New transfer', to: '/transfers/new', word: 'from', needs: 'transfer_batches:create' },
  { title: 'Take in an item', to: '/items/new', word: 'for', needs: 'inventory_items:create' },
  { title: 'New shipment', to: '/shipments/new', word: 'for', needs: 'outbound_shipments:create' },
  { title: 'Open an account', to: '/accounts/new', needs: 'fbo_accounts:create' },
]
const NAMED = [...COMMANDS, ...PAGES.map(({ name: title, to, needs }) => ({ title, to, needs }))]

/** Records that the search does not know: whole ids alone lead to them. */
const BY_ID: readonly (Command & { readonly pattern: RegExp })[] = [
  { title: 'Event', to: '/events?id=', needs: 'events:read', pattern: /^evt_\d+_\w+$/ },
  { title: 'Webhook', to: '/webhooks/', needs: 'webhooks:manage', pattern: /^hook_\w{26}$/ },
]

/**
 * The lines for a text: pages and commands, then the records that the service finds.
 * @param isUrgent whether to ask at once, however fast the person types
 */
export function useEntries(text: string, isUrgent: boolean) {
  const { permissions } = useCaller()
  const may = ({ needs }: Command) => needs === undefined || permissions.includes(needs)
  const typed = text.trim().toLowerCase()
  const commands = COMMANDS.filter(may)
  // "new transfer from beatriz": the command, and the account to look for.
  const wish = commands.find(
    ({ title, word }) => word && typed.startsWith(`${title.toLowerCase()} `),
  )
  const wanted = wish ? typed.slice(wish.title.length).replace(/^ +(from|for)?\b */, '') : typed
  const { found, isAsking, error } = useFound(wanted, { isUrgent, types: wish && 'fbo_account' })
  const results = found.map(entryOf)
  const { recent, open } = useRecentEntries(typed === '')
  const accounts = results.filter(({ type }) => type === 'fbo_account')
  const about = wish ? accounts.slice(0, 5) : accounts[0] === results[0] ? accounts.slice(0, 1) : []
  const isNamed = ({ title }: Entry) => ` ${title}`.toLowerCase().includes(` ${typed}`)
  const known = BY_ID.filter((one) => may(one) && one.pattern.test(typed))
  const actions = (wish ? [wish] : commands).flatMap(({ title, to, word }) =>
    (word ? [...about, ...open] : []).map((account) => ({
      title: `${title} ${word} ${account.title}`,
      to: `${to}?${word === 'from' ? 'from' : 'account'}=${account.id}`,
    })),
  )
  const types = wish ? [] : [...new Set(results.map(({ type }) => type))]
  const groups: readonly (readonly [label: string, entries: readonly Entry[]])[] = [
    ['Go to', typed === '' ? [] : NAMED.filter(may).filter(isNamed)],
    ['By ID', known.map(({ title, to }) => ({ title, to: `${to}${typed}` }))],
    // The group of the best result is first.
    ...types.map((type) => [TYPES[type][0], results.filter((each) => each.type === type)] as const),
    ['Recent', recent],
    ['Actions', [...actions, ...(typed === '' ? commands : wish ? [wish] : [])]],
  ]
  return { groups: groups.filter(([, entries]) => entries.length > 0), isAsking, error }
}

function entryOf(result: SearchResult) {
  return { ...result, to: `${TYPES[result.type][1]}${result.id}` }
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
  return {
    recent: known.filter(({ to }) => to !== path),
    open: known.filter(({ to, type }) => to === path && type === 'fbo_account'),
  }
}
