import {
  ActionIcon,
  Alert,
  AppShell,
  Burger,
  Button,
  Center,
  Group,
  Loader,
  Stack,
  Text,
  Tooltip,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { read } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Time } from '../display/Time.tsx'
import { type Caller, CallerProvider } from '../session/caller.tsx'
import { OfferedSignIn } from '../session/OfferedSignIn.tsx'
import { SignInFailed, SignInPage } from '../session/SignInPage.tsx'
import { ask, signOut, useSession } from '../session/session.ts'
import { CallerMenu } from './CallerMenu.tsx'
import { ColorScheme } from './ColorScheme.tsx'
import { useLiveRefresh } from './live-refresh.ts'
import { Navigation } from './Navigation.tsx'
import { useNoteRecent } from './recent.ts'
import { SearchField } from './SearchField.tsx'
import { Shortcuts, useShortcuts } from './Shortcuts.tsx'

/** The interval of retries while the service does not respond. */
const RETRY_MS = 5_000

/** The frame around every page, or the page to sign in if nobody is. */
export function Shell() {
  const { state, holder } = useSession()
  return (
    <>
      {state === 'asking' && <Asking />}
      {state === 'out' && <SignInPage />}
      {state === 'in' && <SignedIn key={holder} />}
      <OfferedSignIn />
    </>
  )
}

/** Before the service has said whether somebody is signed in. */
function Asking() {
  const { ended } = useSession()
  useEffect(() => {
    const timer = ended && setTimeout(() => void ask(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [ended])
  if (ended === undefined) return <Waiting />
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack>
        <ProblemAlert error={new ProblemError(ended)} />
        <Button onClick={() => void ask()}>Try again</Button>
      </Stack>
    </Center>
  )
}

function Waiting() {
  return (
    <Center mih="100vh">
      <Loader aria-label="Loading" />
    </Center>
  )
}

function SignedIn() {
  // Every page counts what waits: it is asked for together with the caller.
  usePrefetchQuery(read('GET /v1/summary'))
  const caller = useQuery({
    ...read('GET /v1/caller'),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  if (caller.data !== undefined) {
    return (
      <CallerProvider caller={caller.data.body.data}>
        <Frame caller={caller.data.body.data} />
      </CallerProvider>
    )
  }
  if (caller.error === null) return <Waiting />
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack>
        <ProblemAlert error={caller.error} />
        <Group>
          <Button onClick={() => void caller.refetch()}>Try again</Button>
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        </Group>
      </Stack>
    </Center>
  )
}

/** Moves the focus to a page that opens, so that keyboards and screen readers start there. */
function useFocusOf(main: RefObject<HTMLElement | null>, path: string): void {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current !== path) main.current?.focus({ preventScroll: true })
    shown.current = path
  }, [main, path])
}

/** Warns that the page is out of date: nobody should decide on it. */
function Outage({ since }: { readonly since: Date | undefined }) {
  if (since === undefined) return null
  return (
    <Alert color="orange" mb="md" title="The service is not responding" role="status">
      This page shows data from <Time at={since.getTime()} />. It updates as soon as the service
      responds again.
    </Alert>
  )
}

function Frame({ caller }: { readonly caller: Caller }) {
  const [isMenuOpen, menu] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const staleSince = useLiveRefresh(caller)
  const main = useRef<HTMLElement>(null)
  useShortcuts(help.open)
  useNoteRecent(path)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(menu.close, [path])
  useFocusOf(main, path)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
          Skip to main content
        </button>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger
              opened={isMenuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={isMenuOpen}
            />
            <Text fw={700} truncate visibleFrom="xs" maw="30vw">
              {caller.organizationName}
            </Text>
          </Group>
          <SearchField />
          <Group gap="xs" wrap="nowrap">
            <Tooltip label="Keyboard shortcuts (?)">
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={help.open}
                aria-label="Keyboard shortcuts"
                visibleFrom="sm"
              >
                <Keyboard size={18} />
              </ActionIcon>
            </Tooltip>
            <ColorScheme />
            <CallerMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label="Pages">
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main ref={main} tabIndex={-1} className="page">
        <SignInFailed title="You were not signed in again" mb="md" />
        <Outage since={staleSince} />
        <Outlet />
      </AppShell.Main>
      <Shortcuts isOpen={isHelpOpen} close={help.close} />
    </AppShell>
  )
}
