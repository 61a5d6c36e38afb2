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
import { BASE_PATH } from '../api/base-path.ts'
import { signIn, useSession } from './session.ts'
import { tokenIn } from './token-text.ts'

/** Asks for an access token. */
export function SignInPage() {
  useDocumentTitle('Sign in · Vault console')
  const { ended } = useSession()
  const [token, setToken] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = tokenIn(token)
    setWrong(found === undefined)
    if (found !== undefined) signIn(found)
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
              <Alert color="red" title="This token was not accepted" role="alert">
                {ended.detail}
              </Alert>
            )}
            <PasswordInput
              label="Access token"
              description="It starts with vis_. It is kept in this tab only; a new tab will ask again."
              error={isWrong && 'This is not a token. Copy the whole line that starts with vis_.'}
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
              autoFocus
              required
            />
            <Button type="submit">Sign in</Button>
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
      </Paper>
    </Center>
  )
}
