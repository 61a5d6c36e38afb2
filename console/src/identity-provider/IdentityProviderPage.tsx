import { Anchor, Button, Group, Modal, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { BASE_PATH } from '../api/base-path.ts'
import { read, useChange } from '../api/queries.ts'
import type { IdentityProvider } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { DescriptionList, EmptyState, Loading, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Copyable } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { useRoles } from '../roles/use-roles.ts'
import { useCaller } from '../session/caller.tsx'
import { ProviderForm } from './ProviderForm.tsx'
import { ADMISSIONS } from './provider-words.ts'

export function IdentityProviderPage() {
  return (
    <Page title="Identity provider" permission="identity_provider:manage">
      <Text size="sm">
        People sign in to this console with the provider of your company, by OpenID Connect. It says
        who somebody is; the vault says what they may do.
      </Text>
      <Provider />
    </Page>
  )
}

function Provider() {
  const { data, error } = useQuery(read('GET /v1/identity-provider'))
  const [isOpen, dialog] = useDisclosure()
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const provider = data.body.data
  const isSet = provider.version > 0
  return (
    <Stack>
      <ProblemAlert error={error} />
      <Addresses isSet={isSet} />
      {isSet ? (
        <Settings provider={provider} />
      ) : (
        <EmptyState title="No provider is set">
          Register the vault with your provider, with the redirect URI above. Then set the issuer,
          the client ID and the client secret that it gives you.
        </EmptyState>
      )}
      <Group gap="xs">
        <Button onClick={dialog.open}>{isSet ? 'Change settings' : 'Set provider'}</Button>
        {isSet && <DeleteProvider />}
      </Group>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={isSet ? 'Change settings' : 'Set provider'}
        size="lg"
      >
        <ProviderForm provider={provider} close={dialog.close} />
      </Modal>
    </Stack>
  )
}

/** The addresses of the organization's sign-in: for the provider, and for people. */
function Addresses({ isSet }: { readonly isSet: boolean }) {
  const { organizationId } = useCaller()
  const path = `${BASE_PATH}/sign-in/${organizationId}`
  const address = `${location.origin}${path}`
  return (
    <Paper withBorder p="md" style={{ overflowWrap: 'anywhere' }}>
      <Stack gap="sm">
        <div>
          <Text size="sm" fw={600}>
            Redirect URI
          </Text>
          <Text size="xs" c="dimmed">
            Register it with the provider, exactly like this.
          </Text>
          <Text size="sm" component="div">
            <Copyable text={`${address}/callback`} />
          </Text>
        </div>
        {isSet && (
          <div>
            <Text size="sm" fw={600}>
              Address to sign in
            </Text>
            <Text size="xs" c="dimmed">
              Give it to your people. To stay signed in here, open it in a private window: in this
              browser, a sign-in ends your session.
            </Text>
            <Text size="sm" component="div">
              <Copyable text={address} />
            </Text>
            <Text size="sm" mt={4}>
              <Anchor
                href={`${path}?returnTo=/console/identity-provider`}
                target="_blank"
                rel="noopener"
                fz="sm"
                underline="always"
              >
                Try the sign-in
              </Anchor>
            </Text>
          </div>
        )}
      </Stack>
    </Paper>
  )
}

function Settings({ provider }: { readonly provider: IdentityProvider }) {
  const { nameOf } = useRoles()
  const { issuer, clientId, admission, emailDomains, rolesClaim, changedAt } = provider
  const names = (ids: readonly string[]) => ids.map(nameOf).join(', ') || 'None'
  const mapped = Object.entries(provider.roleMapping)
  return (
    <DescriptionList
      items={[
        ['Issuer', issuer],
        ['Client ID', clientId],
        ['Client secret', 'Stored encrypted, never shown'],
        ['First sign-in', ADMISSIONS[admission]],
        ['Email domains', emailDomains.join(', ') || 'Any'],
        ['Default roles', names(provider.defaultRoles)],
        ['Roles claim', rolesClaim ?? 'None: people give roles'],
        ...(rolesClaim === null
          ? []
          : [
              [
                'Roles of its values',
                <Mapped key="mapped" lines={mapped} names={names} />,
              ] as const,
            ]),
        ['Changed', <Time key="changed" at={changedAt} relative />],
      ]}
    />
  )
}

interface MappedProps {
  readonly lines: readonly (readonly [string, readonly string[]])[]
  readonly names: (ids: readonly string[]) => string
}

function Mapped({ lines, names }: MappedProps) {
  if (lines.length === 0) return 'None'
  return lines.map(([value, roles]) => (
    <div key={value}>
      <bdi>{value}</bdi>: {names(roles)}
    </div>
  ))
}

function DeleteProvider() {
  const remove = useChange('DELETE /v1/identity-provider')
  return (
    <Action
      label="Delete provider"
      permission="identity_provider:manage"
      color="red"
      variant="light"
      explanation="Nobody can sign in with it any more, and its client secret is deleted. Sessions go on, and people stay."
      run={() => remove.mutateAsync({ body: {} })}
    />
  )
}
