import {
  Alert,
  Anchor,
  Button,
  Center,
  Paper,
  PasswordInput,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { signIn, useSession } from './session.ts'

/** Asks for an access token. */
export function SignInPage() {
  useDocumentTitle('Sign in · Vault console')
  const { ended } = useSession()
  const [token, setToken] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (token.trim() !== '') signIn(token.trim())
  }
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <form onSubmit={submit}>
          <Stack>
            <Title order={1} size="h2">
              Vault console
            </Title>
            {ended && (
              <Alert color="red" title="You are signed out" role="alert">
                {ended.detail}
              </Alert>
            )}
            <PasswordInput
              label="Access token"
              description="It begins with vis_. It stays in this tab alone, and is gone when you close it."
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
              autoFocus
              required
            />
            <Button type="submit">Sign in</Button>
            <Text size="xs" c="dimmed">
              No token? Somebody who manages access tokens issues one, or the operator does:{' '}
              <code>vault-inventory token create</code>. The interface behind this console:{' '}
              <Anchor href="/docs/" size="xs" underline="always">
                its reference
              </Anchor>
              .
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}
