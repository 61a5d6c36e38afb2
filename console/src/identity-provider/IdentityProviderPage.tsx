import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { BASE_PATH } from '../api/base-path.ts'
import { useChange, useRead } from '../api/queries.ts'
import type { IdentityProvider } from '../api/schema.ts'
import { Action } from '../display/Action.tsx'
import { DescriptionList, EmptyState, Loading, Page } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { Copyable, Remark } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { useDialogs } from '../display/use-dialog.tsx'
import { RoleNames } from '../roles/use-roles.tsx'
import { ADMISSIONS, ProviderForm } from './ProviderForm.tsx'

export function IdentityProviderPage() {
  return (
    <Page title="Identity provider" permission="identity_provider:manage">
      <Text>
        People sign in to this console with the provider of your company, by OpenID Connect. It says
        who somebody is; the vault says what they may do.
      </Text>
      <Provider />
    </Page>
  )
}

function Provider() {
  const { data, error } = useRead('GET /v1/identity-provider')
  const remove = useChange('DELETE /v1/identity-provider')
  const { open } = useDialogs()
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const provider = data.body.data
  const isSet = provider.version > 0
  const label = isSet ? 'Change settings' : 'Set provider'
  const change = () => open(label, <ProviderForm provider={provider} />)
  return (
    <Stack>
      <ProblemAlert error={error} />
      <DescriptionList items={settingsOf(provider).slice(0, isSet ? undefined : 1)} />
      {!isSet && (
        <EmptyState title="No provider is set">
          Register the vault with your provider, with the redirect URI above. Then set the issuer,
          the client ID and the client secret that it gives you.
        </EmptyState>
      )}
      <Group gap="xs">
        <Button onClick={change}>{label}</Button>
        {isSet && (
          <Action
            label="Delete provider"
            permission="identity_provider:manage"
            color="red"
            variant="light"
            explanation="Nobody can sign in with it any more, and its client secret is deleted. Sessions go on, and people stay."
            run={() => remove.mutateAsync({ body: {} })}
          />
        )}
      </Group>
    </Stack>
  )
}

/** The addresses of the organization's sign-in, for the provider and for people; its settings. */
function settingsOf(provider: IdentityProvider): readonly (readonly [string, ReactNode])[] {
  const path = `${BASE_PATH}/sign-in/${provider.organizationId}`
  const address = `${location.origin}${path}`
  const { emailDomains, rolesClaim, roleMapping } = provider
  const mapped = Object.entries(roleMapping).map(([value, roles]) => (
    <div key={value}>
      <bdi>{value}</bdi>: <RoleNames ids={roles} />
    </div>
  ))
  return [
    [
      'Redirect URI, to register with the provider exactly like this',
      <Copyable key="redirect" text={`${address}/callback`} />,
    ],
    [
      'Address to sign in, to give to your people',
      <div key="address">
        <Copyable text={address} />
        <Remark>
          To stay signed in here, open it in a private window: in this browser, a sign-in ends your
          session.
        </Remark>
        <Anchor
          href={`${path}?returnTo=/console/identity-provider`}
          target="_blank"
          rel="noopener"
          underline="always"
        >
          Try the sign-in
        </Anchor>
      </div>,
    ],
    ['Issuer', provider.issuer],
    ['Client ID', provider.clientId],
    ['Client secret', 'Stored encrypted, never shown'],
    ['First sign-in', ADMISSIONS[provider.admission]],
    ['Email domains', emailDomains.join(', ') || 'Any'],
    ['Default roles', <RoleNames key="default" ids={provider.defaultRoles} />],
    ['Roles claim', rolesClaim ?? 'None: people give roles'],
    ['Roles of its values', rolesClaim !== null && (mapped.length === 0 ? 'None' : mapped)],
    ['Changed', <Time key="changed" at={provider.changedAt} />],
  ]
}
