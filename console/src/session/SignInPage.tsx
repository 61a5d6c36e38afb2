import {
  Alert,
  Anchor,
  Button,
  Center,
  Divider,
  Paper,
  PasswordInput,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import type { ProblemError } from '../api/request.ts'
import type { Problem } from '../api/schema.ts'
import { OrganizationSignIn } from './OrganizationSignIn.tsx'
import { SignInFailed } from './SignInFailed.tsx'
import { signIn, useSession } from './session.ts'
import { tokenIn } from './token-text.ts'

/** Asks for an access token, or leads to the identity provider of an organization. */
export function SignInPage() {
  useDocumentTitle('Sign in · Vault console')
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack>
          <Title order={1} size="h2">
            Vault console
          </Title>
          <SignInFailed title="You were not signed in" />
          <TokenSignIn />
          <Divider label="or" />
          <OrganizationSignIn />
        </Stack>
      </Paper>
    </Center>
  )
}

function TokenSignIn() {
  const { ended } = useSession()
  const [token, setToken] = useState('')
  const [isWrong, setWrong] = useState(false)
  const signing = useMutation<void, ProblemError, string>({
    mutationFn: (secret) => signIn({ kind: 'token', secret }),
    gcTime: 0,
    networkMode: 'always',
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = tokenIn(token)
    setWrong(found === undefined)
    if (found !== undefined) signing.mutate(found)
  }
  const problem = signing.error?.problem ?? (signing.isIdle ? ended : undefined)
  return (
    <form onSubmit={submit}>
      <Stack>
        {problem && (
          <Alert color="red" title={titleOf(problem)} role="alert">
            {problem.detail}
          </Alert>
        )}
        <PasswordInput
          label="Access token"
          description="It starts with vis_. You will be signed in in all tabs of this browser."
          error={isWrong && 'This is not a token. Copy the whole line that starts with vis_.'}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
          autoFocus
          required
        />
        <Button type="submit" loading={signing.isPending}>
          Sign in
        </Button>
        <Text size="xs" c="dimmed">
          No token? Ask somebody who manages access tokens, or the vault operator, who can run{' '}
          <code>vault-inventory token create</code>. Developers: see the{' '}
          <Anchor
            href={`${BASE_PATH}/docs/`}
            target="_blank"
            rel="noopener"
            size="xs"
            underline="always"
          >
            API reference
          </Anchor>
          .
        </Text>
      </Stack>
    </form>
  )
}

function titleOf({ code, status, title }: Problem): string {
  if (code === 'session_ended' && status === 401) return 'Your session has ended'
  return code === 'invalid_token' ? 'This token was not accepted' : title
}
