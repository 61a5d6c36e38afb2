import {
  ActionIcon,
  type ActionIconProps,
  Alert,
  AppShell,
  Badge,
  Burger,
  Button,
  Group,
  Kbd,
  Text,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { Keyboard, Moon, Search, Sun } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Time } from '../display/Time.tsx'
import { useCaller } from '../session/caller.tsx'
import { SessionEnds } from '../session/SessionEnds.tsx'
import { SignInFailed } from '../session/SignInPage.tsx'
import { CallerMenu } from './CallerMenu.tsx'
import { isDialogOpen, useKey } from './keys.ts'
import { useLiveRefresh } from './live-refresh.ts'
import { Navigation } from './Navigation.tsx'
import { Palette, useNoteRecent } from './Palette.tsx'
import { Shortcuts, useShortcuts } from './Shortcuts.tsx'
import { useOpenedScans } from './use-opened-scans.tsx'

export function Frame() {
  const [isMenuOpen, menu] = useDisclosure()
  const [isHelpOpen, help] = useDisclosure()
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const staleSince = useLiveRefresh()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useShortcuts(help.open)
  useNoteRecent(path)
  useOpenedScans()
  useEffect(() => {
    menu.close()
    help.close()
    // Keyboards and screen readers start at a page that opens, unless its field takes scans.
    const isTaken = document.activeElement?.closest('[data-takes-scans]') != null
    if (shown.current !== path && !isTaken) main.current?.focus({ preventScroll: true })
    shown.current = path
  }, [menu.close, help.close, path])
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
            <Organization />
          </Group>
          <SearchField />
          <Group gap="xs" wrap="nowrap">
            <Tool label="Keyboard shortcuts" onClick={help.open} visibleFrom="sm">
              <Keyboard size={18} />
            </Tool>
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
        <SessionEnds />
        {/* Nobody should decide on a page that is out of date. */}
        {staleSince !== undefined && (
          <Alert color="orange" mb="md" title="The service is not responding" role="status">
            This page shows data from <Time at={staleSince} />. It updates as soon as the service
            responds again.
          </Alert>
        )}
        <Outlet />
      </AppShell.Main>
      <Shortcuts isOpen={isHelpOpen} close={help.close} />
    </AppShell>
  )
}

/** The name of the organization, and whether it is for tests. */
function Organization() {
  const { organizationName, mode } = useCaller()
  return (
    <>
      <Text size="md" fw={700} truncate visibleFrom="xs" maw="30vw">
        {organizationName}
      </Text>
      {mode === 'test' && (
        <Badge color="orange" variant="filled" style={{ flexShrink: 0 }}>
          Test
        </Badge>
      )}
    </>
  )
}

function Tool({ label, ...button }: ActionIconProps & { label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} {...button} />
    </Tooltip>
  )
}

/** Switches between dark and light; until then it follows the system. */
function ColorScheme() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const other = isDark ? 'light' : 'dark'
  return (
    <Tool label={`Switch to ${other} mode`} onClick={() => setColorScheme(other)}>
      {isDark ? <Sun size={18} /> : <Moon size={18} />}
    </Tool>
  )
}

/** Opens the search. Closed, it gives the focus back. */
function SearchField() {
  const [before, setBefore] = useState<Element | null>()
  const open = () => setBefore(document.activeElement)
  const close = () => {
    setBefore(undefined)
    if (before instanceof HTMLElement) before.focus()
  }
  const key = useKey('search', open)
  useHotkeys([['mod+K', () => !isDialogOpen() && open()]], [])
  return (
    <>
      <Button
        variant="default"
        c="dimmed"
        fw={400}
        onClick={open}
        aria-keyshortcuts={`Control+K Meta+K ${key ?? ''}`.trim()}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={<Kbd aria-hidden>{key ?? 'Ctrl K'}</Kbd>}
        styles={{ label: { flexGrow: 1 } }}
        flex="1 1 0"
        miw={0}
        maw={420}
      >
        Search
      </Button>
      {before !== undefined && <Palette close={close} />}
    </>
  )
}
