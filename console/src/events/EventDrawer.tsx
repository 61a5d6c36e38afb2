import { Code, Drawer, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRead } from '../api/queries.ts'
import type { Event } from '../api/schema.ts'
import { useName } from '../display/names.ts'
import { DescriptionList, Loading, Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, Copyable, RECORDS, RecordLink, ShortId, shortId } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { actorWords, eventWords, recordWords } from './event-types.ts'

/** The event that the URL names, beside the list. */
export function EventDrawer() {
  const { id } = useSearch({ from: '/events' })
  const navigate = useNavigate()
  const { data, error } = useRead('GET /v1/events/{id}', {
    path: { id: id ?? '' },
    placeholderData: undefined,
    enabled: id !== undefined,
  })
  return (
    <Drawer
      opened={id !== undefined}
      onClose={() => void navigate({ to: '/events', search: (now) => ({ ...now, id: undefined }) })}
      position="right"
      size="lg"
      title="Event"
      closeButtonProps={{ 'aria-label': 'Close the event' }}
    >
      <ProblemAlert error={error} />
      {data && <EventDetails event={data.body.data} />}
      {id !== undefined && data === undefined && error === null && <Loading />}
    </Drawer>
  )
}

function EventDetails({ event }: { readonly event: Event }) {
  const { id, type, occurredAt, actor, requestId, subject, sequence, chainHash } = event
  return (
    <Stack>
      <div>
        <Title order={2} size="h3">
          {eventWords(type)}
        </Title>
        <Text c="dimmed">
          <Time at={occurredAt} />
        </Text>
      </div>
      <DescriptionList
        items={[
          ['Record', <SubjectLink key="subject" subject={subject} />],
          [
            'History',
            <AppLink key="story" to="/events" search={{ subjectId: subject.id }}>
              All events of this record
            </AppLink>,
          ],
          ['Done by', actorWords(actor)],
          ['Token', actor.tokenId === null ? null : <Copyable key="t" text={actor.tokenId} />],
          ['Request ID', requestId === null ? null : <Copyable key="r" text={requestId} />],
          ['Event ID', <Copyable key="e" text={id} />],
          ['Type', <code key="type">{type}</code>],
          ['Organization', <code key="o">{event.organizationId}</code>],
        ]}
      />
      <Section title="Technical details">
        <Code block tabIndex={0} aria-label="Technical details of the event">
          {JSON.stringify(event.data, null, 2)}
        </Code>
      </Section>
      <Section title="Tamper protection">
        {sequence === null || chainHash === null ? (
          <Text>Not protected yet. This takes a few seconds.</Text>
        ) : (
          <Stack gap={4}>
            <Text>
              Event number {sequence.toLocaleString()}. If anyone changed, removed or added an event
              up to here, this code would be a different one. A signed{' '}
              <AppLink to="/events" search={{ view: 'checkpoints' }} underline="always">
                checkpoint
              </AppLink>{' '}
              that you keep outside the vault proves it.
            </Text>
            <Text size="xs" component="div" style={{ overflowWrap: 'anywhere' }}>
              <code>{chainHash}</code>
            </Text>
          </Stack>
        )}
      </Section>
    </Stack>
  )
}

/** The pages of records that have none of their own. */
const LISTS: Readonly<Record<string, '/tokens' | '/people' | '/policy' | '/identity-provider'>> = {
  access_token: '/tokens',
  person: '/people',
  organization_policy: '/policy',
  identity_provider: '/identity-provider',
}

const SINGLE = ['organization', 'organization_policy', 'identity_provider']

export function SubjectLink({ subject: { type, id } }: Pick<Event, 'subject'>) {
  const token = useName('access_token', id)
  const person = useName('person', id)
  const noun = recordWords(type).toLowerCase()
  if (noun in RECORDS) return <RecordLink type={noun as keyof typeof RECORDS} id={id} />
  const name = token ?? person ?? (SINGLE.includes(type) ? recordWords(type) : undefined)
  const page = LISTS[type]
  if (page === undefined) return name ?? <ShortId id={id} />
  return (
    <AppLink to={page} title={id}>
      <bdi>{name ?? shortId(id)}</bdi>
    </AppLink>
  )
}
