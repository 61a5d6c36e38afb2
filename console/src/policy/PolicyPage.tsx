import { Button, List, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../api/queries.ts'
import type { OrganizationPolicy } from '../api/schema.ts'
import { Actions } from '../display/Action.tsx'
import { DescriptionList, Loading, Page, Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, TokenName } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { PolicyForm } from './PolicyForm.tsx'
import { hasEffect, MEMBERS } from './policy-members.ts'
import { policySentences, valueWords } from './policy-words.ts'

export function PolicyPage() {
  return (
    <Page title="Policy" permission="organization_policies:read">
      <Policy />
    </Page>
  )
}

const KNOWN = [{ label: 'Change policy', permission: 'organization_policies:update' }] as const

function Policy() {
  const { data, error } = useQuery(read('GET /v1/organization-policy'))
  // Undefined until the form was open: then the focus returns to the button.
  const [isEditing, setEditing] = useState<boolean>()
  const mayUpdate = useMay('organization_policies:update')
  if (data === undefined) return error === null ? <Loading /> : <ProblemAlert error={error} />
  const policy = data.body.data
  return (
    <Stack>
      <ProblemAlert error={error} />
      <Paper withBorder p="md">
        <Section title="Current policy">
          <List spacing={4}>
            {policySentences(policy).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
          <LastChange {...policy} />
        </Section>
      </Paper>
      {isEditing ? (
        <PolicyForm policy={policy} close={() => setEditing(false)} />
      ) : (
        <>
          <DescriptionList
            items={MEMBERS.filter((member) => hasEffect(member, policy)).map((member) => {
              return [member.label, valueWords(member, policy)]
            })}
          />
          <Actions known={KNOWN}>
            {mayUpdate && (
              <Button autoFocus={isEditing === false} onClick={() => setEditing(true)}>
                Change policy
              </Button>
            )}
          </Actions>
        </>
      )}
    </Stack>
  )
}

function LastChange({ version, changedAt, changedByTokenId }: OrganizationPolicy) {
  const mayRead = useMay('events:read')
  if (version === 0) {
    return (
      <Text size="sm" c="dimmed">
        Never changed: these are the defaults.
      </Text>
    )
  }
  return (
    <Text size="sm" c="dimmed" component="div">
      Version {version}, since <Time at={changedAt} />
      {changedByTokenId !== null && (
        <>
          , by <TokenName id={changedByTokenId} />
        </>
      )}
      .{' '}
      {mayRead && (
        <AppLink
          to="/events"
          search={{ type: 'organization_policy.updated', last: 'all' }}
          fz="sm"
          underline="always"
        >
          All changes
        </AppLink>
      )}
    </Text>
  )
}
