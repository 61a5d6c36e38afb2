import { Alert, Button, Group, List, Paper, Stack, Table, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useChange, useRead } from '../api/queries.ts'
import type { OrganizationPolicy } from '../api/schema.ts'
import { Actions, Confirmation } from '../display/Action.tsx'
import { changesOf } from '../display/changes.ts'
import { Dialog } from '../display/DialogForm.tsx'
import { useUnsavedChanges } from '../display/forms.ts'
import { DescriptionList, Loading, Page, Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, TokenName } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { draftOf, PolicyFields, readDraft } from './PolicyFields.tsx'
import { hasEffect, MEMBERS, policySentences, valueWords } from './policy-members.ts'

export function PolicyPage() {
  return (
    <Page title="Policy" permission="organization_policies:read">
      <Policy />
    </Page>
  )
}

const KNOWN = [{ label: 'Change policy', permission: 'organization_policies:update' }] as const

function Policy() {
  const { data, error } = useRead('GET /v1/organization-policy')
  // Undefined until the form was open: then the focus returns to the button.
  const [edited, edit] = useState<OrganizationPolicy | null>()
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
      {edited ? (
        <PolicyForm key={edited.version} base={edited} policy={policy} edit={edit} />
      ) : (
        <>
          <DescriptionList
            items={MEMBERS.filter((member) => hasEffect(member, policy)).map((member) => {
              return [member.label, valueWords(member, policy)]
            })}
          />
          <Actions known={KNOWN}>
            {mayUpdate && (
              <Button autoFocus={edited === null} onClick={() => edit(policy)}>
                Change policy
              </Button>
            )}
          </Actions>
        </>
      )}
    </Stack>
  )
}

function LastChange({ version, changedAt, changedByTokenId: author }: OrganizationPolicy) {
  const mayRead = useMay('events:read')
  const search = { type: 'organization_policy.updated', last: 'all' }
  return (
    <Text c="dimmed" component="div">
      {version === 0 ? (
        'Never changed: these are the defaults.'
      ) : (
        <>
          Version {version}, since <Time at={changedAt} />
          {author !== null && ', by '}
          {author !== null && <TokenName id={author} />}.{' '}
          {mayRead && (
            <AppLink to="/events" search={search} underline="always">
              All changes
            </AppLink>
          )}
        </>
      )}
    </Text>
  )
}

interface Props {
  readonly base: OrganizationPolicy
  /** The policy as it is now; it may change while the form is open. */
  readonly policy: OrganizationPolicy
  /** Begins again with another policy; null closes the form. */
  readonly edit: (base: OrganizationPolicy | null) => void
}

function PolicyForm({ base, policy, edit }: Props) {
  const form = useForm({
    initialValues: draftOf(base),
    validate: (draft) => readDraft(draft).errors,
    validateInputOnChange: true,
  })
  const [isReviewing, { open, close }] = useDisclosure()
  const save = useChange('PATCH /v1/organization-policy', ['transfers'])
  // Only the person's changes are sent: changes that somebody else made meanwhile stay.
  const changes = changesOf(readDraft(draftOf(base)).policy, readDraft(form.values).policy)
  const count = Object.keys(changes).length
  useUnsavedChanges(count > 0)
  const isOld = policy.version !== base.version
  return (
    <>
      <form onSubmit={form.onSubmit(open)}>
        <Stack>
          <PolicyFields form={form} />
          {isOld && (
            <Alert color="orange" title="Somebody else changed the policy" role="alert">
              <ChangesTable before={base} after={policy} />
              <Button size="xs" variant="default" onClick={() => edit(policy)}>
                Discard my changes and use the new policy
              </Button>
            </Alert>
          )}
          <Group>
            <Button type="submit" disabled={count === 0 || !form.isValid() || isOld}>
              Review changes
            </Button>
            <Button variant="default" onClick={() => edit(null)}>
              {count === 0 ? 'Close' : 'Discard changes'}
            </Button>
          </Group>
        </Stack>
      </form>
      <Dialog opened={isReviewing && !isOld} onClose={close} title="Review changes" size="lg">
        <Confirmation
          label={count === 1 ? 'Save this change' : `Save ${count} changes`}
          explanation={
            <>
              <ChangesTable before={base} after={{ ...base, ...changes }} />
              <Text c="dimmed">
                Takes effect immediately and is recorded with your token.
                {'transferExpirySeconds' in changes &&
                  ' Transfers that are already pending keep their expiry time.'}
              </Text>
            </>
          }
          run={async () => {
            await save.mutateAsync({ body: changes })
            edit(null)
          }}
        />
      </Dialog>
    </>
  )
}

function ChangesTable(props: Readonly<Record<'before' | 'after', OrganizationPolicy>>) {
  const { before, after } = props
  const changes = changesOf(before, after)
  const rows = MEMBERS.filter(({ name }) => name in changes).map((member) => [
    member.label,
    <s key="before">{valueWords(member, before)}</s>,
    <b key="after">→ {valueWords(member, after)}</b>,
  ])
  return <Table aria-label="Changes" data={{ head: ['Setting', 'Before', 'After'], body: rows }} />
}
