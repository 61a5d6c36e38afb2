import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useTimeout, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isWorthRetrying, useRead } from '../api/queries.ts'
import { ProblemError, request, sendCookie } from '../api/request.ts'
import { GUARD_MS } from '../display/DialogForm.tsx'
import { useSubmit } from '../display/forms.ts'
import { DescriptionList } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import type { Caller } from './caller.tsx'
import { type Offer, refuseOffer, signIn, useSession } from './session.ts'

/** Asks before the token or the code of a link is used: a link can come from anybody. */
export function OfferedSignIn() {
  const { offered } = useSession()
  return (
    <Modal opened={offered !== undefined} onClose={refuseOffer} title="Sign in with this link?">
      {/* No button has the focus, so a key that was meant for something else does nothing. */}
      <div tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        {/* Another token starts from the beginning. */}
        {offered !== undefined && <Question key={offered.secret} offered={offered} />}
      </div>
    </Modal>
  )
}

function Question({ offered }: { readonly offered: Offer }) {
  const { name, warning, readFacts } = KINDS[offered.kind]
  const isSignedIn = useSession().state === 'in'
  const signing = useSubmit(async () => {
    await signIn(offered)
    refuseOffer()
  })
  const { data, error } = useQuery({
    queryKey: ['offered', offered.secret],
    queryFn: ({ signal }) => readFacts(offered.secret, signal),
    // A code that was used has no facts any more.
    enabled: offered.secret !== '' && !signing.isRunning && signing.error === null,
    retry: isWorthRetrying,
    gcTime: 0,
  })
  const present = useRead('GET /v1/caller', { enabled: isSignedIn }).data?.body.data
  const isReady = useInFrontForAWhile()
  const failure = error ?? signing.error ?? undefined
  if (offered.secret === '' || failure !== undefined) return <Refused {...{ name, failure }} />
  if (data === undefined) return <Loader aria-label="Loading" />
  return (
    <Stack>
      <Text>{warning}</Text>
      <DescriptionList items={Object.entries(data)} />
      {isSignedIn && present !== undefined && (
        <Text>
          You are already signed in here as {ownerOf(present)} of {present.organizationName}.
          Signing in will end that session.
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={refuseOffer}>
          Do not sign in
        </Button>
        <Button disabled={!isReady} loading={signing.isRunning} onClick={() => signing.submit()}>
          Sign in
        </Button>
      </Group>
    </Stack>
  )
}

function Refused({ name, failure }: { readonly name: string; readonly failure: unknown }) {
  const problem = failure instanceof ProblemError ? failure.problem : undefined
  if (failure !== undefined && problem?.status !== 401) return <ProblemAlert error={failure} />
  return (
    <Alert color="red" title={`The ${name} in this link does not work`} role="alert">
      {problem?.detail ?? `The link does not contain a valid ${name}. It may be incomplete.`}
    </Alert>
  )
}

type Found = { readonly data: { readonly organizationName: string; readonly personName: string } }

interface Kind {
  readonly name: string
  readonly warning: string
  /** The organization, and the person who would be signed in. @throws {ProblemError} */
  readonly readFacts: (secret: string, signal: AbortSignal) => Promise<Record<string, string>>
}

const KINDS: Readonly<Record<Offer['kind'], Kind>> = {
  token: {
    name: 'token',
    warning:
      'Whoever sent you this link also has this token, so they can see and change whatever you do ' +
      'with it. Sign in only if you expected the link.',
    readFacts: async (token, signal) => {
      const { data } = (await request('GET /v1/caller', { token, signal })).body
      return { Organization: data.organizationName, 'Token owner': ownerOf(data) }
    },
  },
  code: {
    name: 'one-time code',
    warning: 'You will act as this person. Sign in only if that is you, and you expected the link.',
    readFacts: async (code) => {
      const { data } = await sendCookie<Found>('POST', '/session/code', { code })
      return { Organization: data.organizationName, Person: data.personName }
    },
  },
}

function ownerOf({ person, owner, tokenId }: Caller): string {
  return person?.name ?? owner ?? `token ${tokenId}`
}

/**
 * Whether the window has been in front long enough for a person to read the dialog. The second
 * click of a double click must not confirm.
 */
function useInFrontForAWhile(): boolean {
  const [isLong, setLong] = useState(false)
  const timer = useTimeout(() => setLong(document.hasFocus()), GUARD_MS, { autoInvoke: true })
  useWindowEvent('focus', () => {
    setLong(false)
    timer.clear()
    timer.start()
  })
  return isLong
}
