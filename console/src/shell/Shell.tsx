import { Button, Center, Group, Loader, Stack } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { usePrefetchQuery } from '@tanstack/react-query'
import { Activity, type ReactNode, useEffect } from 'react'
import { read, useRead } from '../api/queries.ts'
import { ProblemError } from '../api/request.ts'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { CallerProvider } from '../session/caller.tsx'
import { OfferedSignIn } from '../session/OfferedSignIn.tsx'
import { remember } from '../session/organization.ts'
import { SignInPage } from '../session/SignInPage.tsx'
import { ask, noteCaller, signOut, useSession } from '../session/session.ts'
import { Frame } from './Frame.tsx'

const RETRY_MS = 5_000

/** The frame around every page, or the page to sign in if nobody is. */
export function Shell() {
  const { state, holder, ended } = useSession()
  // The service has not said whether somebody is signed in.
  const failure = state === 'asking' ? ended : undefined
  useEffect(() => {
    const timer = failure && setTimeout(() => void ask(), RETRY_MS)
    return () => clearTimeout(timer)
  }, [failure])
  return (
    <>
      {state === 'asking' && (
        <Waiting error={failure && new ProblemError(failure)} retry={() => void ask()} />
      )}
      {state === 'out' && <SignInPage />}
      {/* Out of sight after the end of a session, with its entries, for the same person alone. */}
      {state !== 'asking' && holder !== undefined && (
        <Activity key={holder} mode={state === 'in' ? 'visible' : 'hidden'}>
          <SignedIn />
        </Activity>
      )}
      <OfferedSignIn />
      {/* Within the router: a message can have links. */}
      <Notifications position="bottom-right" />
    </>
  )
}

function SignedIn() {
  // Every page counts what waits: it is asked for together with the caller.
  usePrefetchQuery(read('GET /v1/summary'))
  const { data, error, refetch } = useRead('GET /v1/caller', {
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
  })
  const caller = data?.body.data
  useEffect(() => {
    if (caller !== undefined) noteCaller(caller.tokenId)
    // Whoever signs in with a provider comes back to it.
    if (caller?.person != null && caller.hasIdentityProvider) {
      remember(caller.organizationId, 'sessionStorage', 'localStorage')
    }
  }, [caller])
  if (data === undefined) {
    return (
      <Waiting error={error} retry={() => void refetch()}>
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
      </Waiting>
    )
  }
  return (
    <CallerProvider caller={data.body.data}>
      <Frame />
    </CallerProvider>
  )
}

interface WaitingProps {
  readonly error: Error | null | undefined
  readonly retry: () => void
  readonly children?: ReactNode
}

/** Nothing but the service's answer is waited for; an error says why there is none. */
function Waiting({ error, retry, children }: WaitingProps) {
  if (!error) {
    return (
      <Center mih="100vh">
        <Loader aria-label="Loading" />
      </Center>
    )
  }
  return (
    <Center mih="100vh" p="md" component="main">
      <Stack>
        <ProblemAlert error={error} />
        <Group>
          <Button onClick={retry}>Try again</Button>
          {children}
        </Group>
      </Stack>
    </Center>
  )
}
