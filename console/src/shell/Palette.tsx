import { Combobox, Loader, Modal, TextInput, useCombobox } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import { read } from '../api/queries.ts'
import type { SearchResult } from '../api/schema.ts'
import { ResultLine, useFound } from '../display/found.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Remark } from '../display/RecordLink.tsx'
import { type Permission, useCaller } from '../session/caller.tsx'
import { PAGES } from './pages.ts'

export function Palette({ close }: { readonly close: () => void }) {
  // A scanner types a code and Enter before the service has answered.
  const [{ text, isEntered }, setTyped] = useState({ text: '', isEntered: false })
  const { groups, isAsking, error } = useEntries(text, isEntered)
  const { open, note } = useOpen(close)
  const combobox = useCombobox({ opened: true, onDropdownClose: close })
  const { length: count, 0: first } = groups.flatMap(([, entries]) => entries)
  const isFound = count > 0
  const openFirst = useEffectEvent(() => first && open(first.to))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first line is selected again
  useEffect(() => void combobox.selectFirstOption(), [text, count])
  useEffect(() => {
    if (isEntered && !isAsking && isFound) openFirst()
  }, [isEntered, isAsking, isFound])
  const keyPressed = (event: KeyboardEvent) => {
    note(event)
    if (event.key !== 'Enter' || !isAsking || isFound) return
    event.stopPropagation()
    setTyped({ text, isEntered: true })
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      size="lg"
      padding="xs"
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <div onKeyDownCapture={keyPressed} onClickCapture={note} role="presentation">
        <Combobox store={combobox} onOptionSubmit={open} withinPortal={false}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              data-autofocus
              autoFocus
              aria-label="Search"
              placeholder="Name, description, number or ID"
              leftSection={<Search size={16} aria-hidden />}
              rightSection={isAsking && <Loader size="xs" />}
              value={text}
              onChange={({ currentTarget }) =>
                setTyped({ text: currentTarget.value, isEntered: false })
              }
              maxLength={200}
              spellCheck={false}
            />
          </Combobox.EventsTarget>
          <Combobox.Options aria-label="Results" mah="60vh" mt="xs" style={{ overflowY: 'auto' }}>
            {groups.map(([label, lines]) => (
              <Combobox.Group key={label} label={label}>
                {lines.map((entry) => (
                  <Combobox.Option key={entry.to} value={entry.to}>
                    <ResultLine {...entry} />
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </Combobox>
        <ProblemAlert error={error} />
        <Remark role="status" p="xs">
          {isFound && `${count} choices. Enter opens, Ctrl Enter in a new tab.`}
          {!isFound && !isAsking && error === null && NOTHING}
        </Remark>
      </div>
    </Modal>
  )
}

function useOpen(close: () => void) {
  const navigate = useNavigate()
  const isNewTab = useRef(false)
  return {
    // Enter clicks on the selected line, which does not say whether Ctrl was held.
    note: (event: KeyboardEvent | MouseEvent) => {
      if (event.isTrusted) isNewTab.current = event.ctrlKey || event.metaKey
    },
    open: (to: string) => {
      if (isNewTab.current)
        return void window.open(`${BASE_PATH}/console${to}`, '_blank', 'noopener')
      close()
      void navigate({ to: to as '/' })
    },
  }
}

const NOTHING =
  'Nothing that you can see matches. Search by a name, email, phone number, description, serial or ' +
  'certificate number, tracking number, notes, or the beginning or end of an ID.'

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
function useEntries(text: string, isUrgent: boolean) {
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
  const offered = wish ? [wish] : commands
  const actions = offered.flatMap(({ title, to, word }) =>
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
    ['Actions', [...actions, ...(typed === '' || wish ? offered : [])]],
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

const RECORD = /^\/(transfers|items|accounts|shipments)\/(?!new$)[^/]+$/
const KEPT = 8

/**
 * The paths of the records that this person opened last in this tab: ids alone, their names come
 * from the service.
 */
function useRecent() {
  const { organizationId, person, tokenId } = useCaller()
  const [paths = [], set] = useSessionStorage<readonly string[] | undefined>({
    key: `recent ${organizationId} ${person?.id ?? tokenId}`,
    getInitialValueInEffect: false,
  })
  return { paths, set }
}

export function useNoteRecent(path: string): void {
  const { set } = useRecent()
  useEffect(() => {
    if (!RECORD.test(path)) return
    set((before = []) => [path, ...before.filter((one) => one !== path)].slice(0, KEPT))
  }, [path, set])
}
