import {
  Alert,
  type AlertProps,
  Anchor,
  Button,
  Center,
  Divider,
  Paper,
  PasswordInput,
  Stack,
  TextInput,
  Title,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import { ProblemError } from '../api/request.ts'
import type { Problem } from '../api/schema.ts'
import { useApiForm } from '../display/forms.ts'
import { Remark } from '../display/RecordLink.tsx'
import { isOrganizationId, knownOrganization, leadToProvider } from './organization.ts'
import { signIn, tokenIn, useSession } from './session.ts'

export function SignInPage() {
  useDocumentTitle('Sign in · Vault console')
  const { ended } = useSession()
  // People who signed in with a provider before have no token.
  const [isOfProvider] = useState(() => knownOrganization() !== '')
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack>
          <Title order={1}>Vault console</Title>
          <SignInFailed title="You were not signed in" />
          {ended && (
            <Alert color="red" title={titleOf(ended)} role="alert">
              {ended.detail}
            </Alert>
          )}
          {isOfProvider ? <OrganizationSignIn /> : <TokenSignIn />}
          <Divider label="or" />
          {isOfProvider ? <TokenSignIn /> : <OrganizationSignIn />}
        </Stack>
      </Paper>
    </Center>
  )
}

function TokenSignIn() {
  const { field, onSubmit, isRunning, error } = useApiForm(
    { text: '' },
    ({ text }) => signIn({ kind: 'token', secret: tokenIn(text) }),
    { text: (text) => (tokenIn(text) === '' ? NO_TOKEN : null) },
  )
  const refusal = error instanceof ProblemError ? error.problem : undefined
  const problem = isRunning ? undefined : refusal
  return (
    <form data-takes-scans onSubmit={onSubmit}>
      <Stack>
        {problem && (
          <Alert color="red" title={titleOf(problem)} role="alert">
            {problem.detail}
          </Alert>
        )}
        <PasswordInput
          label="Access token"
          description="It starts with vis_. You will be signed in in all tabs of this browser."
          {...field('text')}
          autoComplete="off"
          autoFocus
          required
        />
        <Button type="submit" loading={isRunning}>
          Sign in
        </Button>
        <Remark>
          No token? Ask somebody who manages access tokens, or the vault operator, who can run{' '}
          <code>vault-inventory token create</code>. Developers: see the{' '}
          <Anchor
            href={`${BASE_PATH}/docs/`}
            target="_blank"
            rel="noopener"
            inherit
            underline="always"
          >
            API reference
          </Anchor>
          .
        </Remark>
      </Stack>
    </form>
  )
}

const NO_TOKEN = 'This is not a token. Copy the whole line that starts with vis_.'

function titleOf({ code, status, title }: Problem): string {
  if (code === 'session_ended' && status === 401) return 'Your session has ended'
  return code === 'invalid_token' ? 'This token was not accepted' : title
}

/** Leads to the identity provider of an organization: that of a link, else the last one. */
function OrganizationSignIn() {
  const { holder, hasEntry = false } = useSession()
  const { field, onSubmit } = useApiForm(
    { id: knownOrganization() },
    async ({ id }) => leadToProvider(id.trim(), undefined, holder !== undefined && hasEntry),
    { id: (id) => (isOrganizationId(id.trim()) ? null : NO_ID) },
  )
  return (
    <form data-takes-scans onSubmit={onSubmit}>
      <Stack>
        <TextInput
          label="Organization ID"
          description="It starts with org_. Whoever invited you knows it."
          {...field('id')}
          autoComplete="organization"
          required
        />
        <Button type="submit" variant="default">
          Sign in with your company account
        </Button>
      </Stack>
    </form>
  )
}

const NO_ID = 'This is no ID of an organization. Copy the whole text.'

/** Why a provider signed nobody in, if that led here. Reloading the page does not say it again. */
export function SignInFailed(props: AlertProps) {
  const [failure, setFailure] = useState(failureInAddress)
  useEffect(() => {
    if (failureInAddress() === undefined) return
    history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  if (failure === undefined) return null
  const close = { withCloseButton: true, closeButtonLabel: 'Close' }
  return (
    <Alert color="red" role="alert" {...close} onClose={() => setFailure(undefined)} {...props}>
      {failure}
    </Alert>
  )
}

function failureInAddress(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('signInFailure')
  return code !== null && Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : undefined
}

/** Sentences for the codes with which the service sends a browser back from a provider. */
const SENTENCES: Readonly<Record<string, string>> = {
  unavailable:
    'No organization with this id has an identity provider to sign in with. Check the id.',
  provider_unreachable: 'Your identity provider does not respond. Try again later.',
  not_begun: 'This sign-in took too long, or began in another browser. Begin again.',
  refused_by_provider: 'Your identity provider refused the sign-in.',
  invalid_response: 'The response of your identity provider did not pass the checks.',
  email_missing: 'Your identity provider did not say your e-mail address.',
  email_not_verified: 'Your identity provider has not verified your e-mail address.',
  email_domain: 'Accounts with an e-mail address of this domain cannot sign in here.',
  not_invited: 'Nobody with your e-mail address was invited. Ask somebody who manages people.',
  other_account: 'The person with your e-mail address signs in with another account. Use that one.',
  suspended: 'You are suspended. Ask somebody who manages people.',
}
