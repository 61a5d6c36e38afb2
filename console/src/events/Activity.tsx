import { Button, Group, Text, Timeline } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { segmentOf, useRead } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { Correction, Event, Operations } from '../api/schema.ts'
import { Loading, Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { AppLink, RecordLink, Remark, TokenName } from '../display/RecordLink.tsx'
import { Time } from '../display/Time.tsx'
import { useMay } from '../session/caller.tsx'
import { actorWords, changeWords, eventDetail, happeningWords } from './event-types.ts'

/** Something that happened to a record, as one of its sources tells it. */
export interface Moment {
  /** The happening, such as `held`. */
  readonly type: string
  readonly at: string | number | null
  readonly tokenId?: string | null | undefined
  /** The author, if no token is. */
  readonly actor?: string | undefined
  readonly lines?: readonly ReactNode[]
}

/** The first segment of the paths of records that have corrections. */
type Corrected = 'fbo-accounts' | 'inventory-items' | 'outbound-shipments' | 'transfers'

type ListOfRecord = Extract<keyof Operations, `GET /v1/${string}/{id}/${string}`>

interface Props {
  readonly id: string
  readonly records: Corrected
  /** From the record itself, for those who may not read its events, or from other lists. */
  readonly moments: readonly Moment[]
  readonly isWaiting?: boolean
  readonly error?: Error | null | undefined
}

const SHOWN = 20

/** All that happened to a record, newest first: by name, with reasons and what changed. */
export function Activity({ id, records, moments, isWaiting, error }: Props) {
  const [shown, setShown] = useState(SHOWN)
  const mayReadEvents = useMay('events:read')
  const query = { subjectId: id, limit: 1000 }
  const events = useRead('GET /v1/events', { query, enabled: mayReadEvents })
  const corrections = useQuery(readCorrections(records, id))
  if (isWaiting || corrections.isPending || (mayReadEvents && events.isPending)) return <Loading />
  const all = merged([
    ...(events.data?.body.data ?? []).map(ofEvent),
    ...(corrections.data ?? []).map(ofCorrection),
    ...moments,
  ])
  return (
    <Section title="Activity">
      <ProblemAlert error={error ?? events.error ?? corrections.error} />
      <Timeline role="list" bulletSize={14} lineWidth={2} active={all.length}>
        {all.slice(0, shown).map(({ type, at, tokenId, actor, lines = [] }) => (
          <Timeline.Item
            key={`${type} ${at}`}
            role="listitem"
            title={happeningWords(type)}
            style={{ overflowWrap: 'anywhere' }}
          >
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: each has its place
              <Text key={index} component="div">
                {line}
              </Text>
            ))}
            <Remark>
              <Time at={at} />
              {(actor ?? tokenId) && ' · '}
              {tokenId ? <TokenName id={tokenId} /> : actor}
            </Remark>
          </Timeline.Item>
        ))}
      </Timeline>
      <Group>
        {all.length > shown && (
          <Button variant="default" size="xs" onClick={() => setShown(all.length)}>
            Show all {all.length.toLocaleString()}
          </Button>
        )}
        {mayReadEvents && (
          <AppLink to="/events" search={{ subjectId: id, last: 'all' }}>
            View all events
          </AppLink>
        )}
      </Group>
    </Section>
  )
}

/** Every entry of a list of a record, page by page. */
export function readAll<O extends ListOfRecord | 'GET /v1/corrections'>(
  operation: O,
  id: string,
  filters: object = {},
  segment = segmentOf(operation),
) {
  type Entry = Operations[O] extends { response: { data: readonly (infer E)[] } } ? E : never
  return queryOptions({
    queryKey: [segment, operation, { id }, 'all', filters],
    queryFn: async ({ signal }) => {
      const all: Entry[] = []
      for (let next: object | undefined = { include: 'names', limit: 100, ...filters }; next; ) {
        const args = { path: { id }, query: next, signal } as never
        const { body, links } = await request(operation, args)
        all.push(...(body as { data: Entry[] }).data)
        next = links.next && Object.fromEntries(links.next)
      }
      return all
    },
  })
}

/** Its corrections, which are stale as soon as the record is. */
export function readCorrections(records: Corrected, id: string) {
  return readAll('GET /v1/corrections', id, { subjectId: id }, records)
}

function ofEvent(event: Event): Moment {
  const { type, occurredAt: at, actor } = event
  const detail = eventDetail(event)
  return {
    type: type.split('.')[1] ?? type,
    at,
    tokenId: actor.tokenId,
    ...(actor.tokenId === null && { actor: actorWords(actor) }),
    lines: detail === '' ? [] : [detail],
  }
}

function ofCorrection(correction: Correction): Moment {
  const { at, tokenId, member, from, to, reason, revaluationId: id } = correction
  const lines: ReactNode[] = [changeWords(member, from, to), ...said(reason)]
  if (id) lines.push(<RecordLink key={id} type="revaluation" id={id} name="The revaluation" />)
  return { type: member === 'declaredValueCents' ? 'revalued' : 'updated', at, tokenId, lines }
}

/** The line of a reason, if there is one. */
export function said(reason: string | null | undefined): string[] {
  return reason ? [`Reason: ${reason}`] : []
}

/** Merges what several sources tell of one happening, and puts the newest first. */
function merged(sources: readonly Moment[]): Moment[] {
  const all: Moment[] = []
  for (const moment of sources.filter(({ at }) => at !== null)) {
    const index = all.findIndex((other) => isSame(other, moment))
    const { lines = [], ...known } = all[index] ?? moment
    const texts = [...new Set([...lines, ...(moment.lines ?? [])])]
    // A list of changed members says less than the changes.
    const isCorrected = texts.some((line) => `${line}`.includes(' → '))
    const isShown = (line: ReactNode) => !isCorrected || !`${line}`.startsWith('changed: ')
    all.splice(index < 0 ? all.length : index, 1, {
      ...known,
      tokenId: known.tokenId ?? moment.tokenId,
      actor: known.actor ?? moment.actor,
      lines: texts.filter(isShown),
    })
  }
  return all.sort((one, other) => instant(other) - instant(one))
}

/** Whether two sources tell of one request or import: their times agree to the second. */
function isSame(one: Moment, other: Moment): boolean {
  const apart = Math.abs(instant(one) - instant(other))
  const isCorrection = other.type === 'updated' && /updated|maximum_set|primary_/.test(one.type)
  return isCorrection ? apart < 2 : one.type === other.type && apart < 1_000
}

function instant({ at }: Moment): number {
  return new Date(at ?? 0).getTime()
}
