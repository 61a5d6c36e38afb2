import { ActionIcon, AppShell, Burger, Center, Group, Loader, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Keyboard } from 'lucide-react'
import { useEffect } from 'react'
import { read } from '../api/queries.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { type Caller, CallerProvider } from '../session/caller.tsx'
import { SignInPage } from '../session/SignInPage.tsx'
import { useSession } from '../session/session.ts'
import { CallerMenu } from './CallerMenu.tsx'
import { ColorScheme } from './ColorScheme.tsx'
import { useLiveRefresh } from './live-refresh.ts'
import { Navigation } from './Navigation.tsx'
import { SearchField } from './SearchField.tsx'
import { Shortcuts, useShortcuts } from './Shortcuts.tsx'

/** What surrounds every page. Without a token it is the page to sign in. */
export function Shell() {
  const { token } = useSession()
  return token === undefined ? <SignInPage /> : <SignedIn key={token} />
}

function SignedIn() {
  const caller = useQuery({ ...read('GET /v1/caller'), staleTime: 60_000 })
  if (caller.data !== undefined) {
    return (
      <CallerProvider caller={caller.data.body.data}>
        <Frame caller={caller.data.body.data} />
      </CallerProvider>
    )
  }
  return (
    <Center mih="100vh">{caller.error ? <ProblemAlert error={caller.error} /> : <Loader />}</Center>
  )
}

function Frame({ caller }: { readonly caller: Caller }) {
  const [isMenuOpen, menu] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useLiveRefresh(caller)
  useShortcuts(help.open)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the page changes
  useEffect(menu.close, [path])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isMenuOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label="Menu"
              aria-expanded={isMenuOpen}
            />
            <Text fw={700} truncate visibleFrom="xs">
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
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
      <Shortcuts isOpen={isHelpOpen} close={help.close} />
    </AppShell>
  )
}
