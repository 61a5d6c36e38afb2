import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isWorthRetrying, read } from '../api/queries.ts'
import { ProblemError, request, sendCookie } from '../api/request.ts'
import { DescriptionList } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import type { Caller } from './caller.tsx'
import { type Offer, refuseOffer, signIn, useSession } from './session.ts'

const NAMES = { token: 'token', code: 'one-time code' } as const

/** Asks before the token or the code of a link is used: a link can come from anybody. */
export function OfferedSignIn() {
  const { offered } = useSession()
  const [name, setName] = useState<string>(NAMES.token)
  // The dialog keeps its words while it closes.
  if (offered !== undefined && NAMES[offered.kind] !== name) setName(NAMES[offered.kind])
  return (
    <Modal
      opened={offered !== undefined}
      onClose={refuseOffer}
      title={`Sign in with the ${name} in this link?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* No button has the focus, so a key that was meant for something else does nothing. */}
      <div tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
        {/* Another token starts from the beginning. */}
        {offered !== undefined && <Question key={offered.secret} offered={offered} />}
      </div>
    </Modal>
  )
}

function Question({ offered }: { readonly offered: Offer }) {
  const { state } = useSession()
  const isSignedIn = state === 'in'
  const signing = useMutation<void, ProblemError, Offer>({
    mutationFn: signIn,
    onSuccess: refuseOffer,
    gcTime: 0,
    networkMode: 'always',
  })
  const { data, error } = useQuery({
    queryKey: ['offered', offered.secret],
    queryFn: ({ signal }) => readFacts(offered, signal),
    // A code that was used has no facts any more.
    enabled: offered.secret !== '' && signing.isIdle,
    retry: isWorthRetrying,
    gcTime: 0,
  })
  const present = useQuery({ ...read('GET /v1/caller'), enabled: isSignedIn })
  const isReady = useInFrontForAWhile()
  const failure = error ?? signing.error
  if (offered.secret === '' || failure !== null) {
    return <Refused name={NAMES[offered.kind]} error={failure} />
  }
  if (data === undefined) return <Loader aria-label="Loading" />
  return (
    <Stack>
      <Text size="sm">{WARNINGS[offered.kind]}</Text>
      <DescriptionList items={data} />
      {isSignedIn && present.data !== undefined && (
        <Text size="sm">
          You are already signed in here as {ownerOf(present.data.body.data)} of{' '}
          {present.data.body.data.organizationName}. Signing in will end that session.
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={refuseOffer}>
          Do not sign in
        </Button>
        <Button
          disabled={!isReady}
          loading={signing.isPending}
          onClick={() => signing.mutate(offered)}
        >
          Sign in
        </Button>
      </Group>
    </Stack>
  )
}

const WARNINGS = {
  token:
    'Whoever sent you this link also has this token, so they can see and change whatever you do ' +
    'with it. Sign in only if you expected the link.',
  code: 'You will act as this person. Sign in only if that is you, and you expected the link.',
} as const

function Refused({ name, error }: { readonly name: string; readonly error: Error | null }) {
  const isRefused =
    error === null || (error instanceof ProblemError && error.problem.status === 401)
  return (
    <Stack>
      {isRefused ? (
        <Alert color="red" title={`The ${name} in this link does not work`} role="alert">
          {error?.message ?? `The link does not contain a valid ${name}. It may be incomplete.`}
        </Alert>
      ) : (
        <ProblemAlert error={error} />
      )}
      <Button variant="default" ml="auto" onClick={refuseOffer}>
        Close
      </Button>
    </Stack>
  )
}

type Facts = readonly (readonly [string, string])[]

/** The organization, and who would be signed in. @throws {ProblemError} */
async function readFacts({ kind, secret }: Offer, signal: AbortSignal): Promise<Facts> {
  if (kind === 'token') {
    const { body } = await request('GET /v1/caller', { token: secret, signal })
    return [
      ['Organization', body.data.organizationName],
      ['Token owner', ownerOf(body.data)],
    ]
  }
  const { data } = (await sendCookie('POST', '/session/code', { code: secret })) as {
    readonly data: { readonly organizationName: string; readonly personName: string }
  }
  return [
    ['Organization', data.organizationName],
    ['Person', data.personName],
  ]
}

function ownerOf({ person, owner, tokenId }: Caller): string {
  return person?.name ?? owner ?? `token ${tokenId}`
}

/** As browsers do for their own dialogs: the second click of a double click must not confirm. */
const GUARD_MS = 500

/** Whether the window has been in front long enough for a person to read the dialog. */
function useInFrontForAWhile(): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    let timer: number
    const begin = () => {
      setLong(false)
      clearTimeout(timer)
      timer = window.setTimeout(() => setLong(document.hasFocus()), GUARD_MS)
    }
    begin()
    window.addEventListener('focus', begin)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('focus', begin)
    }
  }, [])
  return isLong
}
