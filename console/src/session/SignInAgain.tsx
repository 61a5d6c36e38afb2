import { Alert, Button, Code, Stack, Text } from '@mantine/core'
import { LogIn } from 'lucide-react'
import type { Problem } from '../api/schema.ts'
import { useCaller } from './caller.tsx'
import { leadToProvider } from './organization.ts'

/** The refusal `sign_in_required`. */
type Props = { readonly problem: Pick<Problem, 'maxAgeSeconds'> }

/** Says how the person comes by a more recent sign-in; the provider leads back to this page. */
export function SignInAgain({ problem: { maxAgeSeconds = 0 } }: Props) {
  const { person, organizationId, hasIdentityProvider } = useCaller()
  const minutes = Math.floor(maxAgeSeconds / 60)
  return (
    <Stack gap="xs" align="flex-start">
      <Text>
        The policy asks for a sign-in of the last {minutes === 1 ? 'minute' : `${minutes} minutes`}.
        {person === null && ' Only people can sign in again, and your token belongs to none.'}
      </Text>
      {person !== null && hasIdentityProvider && (
        <Button
          size="xs"
          leftSection={<LogIn size={16} aria-hidden />}
          onClick={() => leadToProvider(organizationId, 0)}
        >
          Sign in again
        </Button>
      )}
      {person !== null && !hasIdentityProvider && (
        <Text>
          Ask the vault operator for a new one-time code, and open its link in this browser; then
          this page goes on. The command is{' '}
          <Code>
            vault-inventory person sign-in-code {person.id} --organization {organizationId}
          </Code>
          .
        </Text>
      )}
    </Stack>
  )
}

/** The same before anything was tried. */
export function SignInAgainAlert({ problem, to }: Props & { readonly to: string }) {
  const isPerson = useCaller().person !== null
  const title = isPerson ? `Sign in again to ${to}` : `You cannot ${to} with this token`
  return (
    <Alert color="blue" icon={<LogIn />} title={title}>
      <SignInAgain problem={problem} />
    </Alert>
  )
}
