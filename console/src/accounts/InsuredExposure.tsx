import { Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRead } from '../api/queries.ts'
import { request } from '../api/request.ts'
import type { FboAccount } from '../api/schema.ts'
import { Section } from '../display/Page.tsx'
import { ProblemAlert } from '../display/ProblemAlert.tsx'
import { type Step, StepAction } from '../display/RecordActions.tsx'
import { Remark } from '../display/RecordLink.tsx'
import { ExposureBar, ValueLine } from '../display/ValueLine.tsx'
import { usePastDay } from './Holdings.tsx'

interface Props {
  readonly account: FboAccount
  readonly etag: string | undefined
  readonly isErased: boolean
}

const OPERATION = 'GET /v1/fbo-accounts/{id}/insured-exposure'

export function InsuredExposure({ account: { id, createdAt }, etag, isErased }: Props) {
  const past = usePastDay()
  const query = past ? { asOf: past.asOf } : {}
  const { data, error } = useRead(OPERATION, { path: { id }, query })
  return (
    <Section
      title={past ? `Insured exposure at the end of ${past.day}` : 'Insured exposure'}
      aside={
        <StepAction
          records="fbo-accounts"
          id={id}
          etag={etag}
          step={{ ...SET_MAXIMUM, unavailable: isErased ? 'The account is erased.' : undefined }}
        />
      }
    >
      <ProblemAlert error={error} />
      {data && (
        <Paper withBorder p="md">
          <ExposureBar {...data.body.data} />
          <Remark mt={6}>
            Declared value of its items in the vault, plus that of items in pending transfers to it.
          </Remark>
          <OverTime id={id} openedAt={createdAt} />
        </Paper>
      )}
    </Section>
  )
}

const SET_MAXIMUM: Step = {
  verb: 'set-insured-maximum',
  label: 'Change insured maximum',
  permission: 'fbo_accounts:set_insured_maximum',
  explanation:
    'It may be less than the account holds: its items stay, and the policy reviews the next transfer.',
  reason: 'required',
  fields: [
    {
      name: 'maxInsuredValueCents',
      label: 'Insured maximum',
      description: 'The highest total declared value that is insured for this account.',
      kind: 'amount',
    },
  ],
}

const POINTS = 12
const YEAR_MS = 365 * 86_400_000

/** The exposure at twelve instants since the account was opened, or of the last year. */
function OverTime({ id, openedAt }: { readonly id: string; readonly openedAt: string }) {
  const { data } = useQuery({
    // Not under `fbo-accounts`: the past does not change with the account.
    queryKey: ['exposure over time', id],
    queryFn: ({ signal }) => {
      const now = Date.now()
      const start = Math.max(new Date(openedAt).getTime(), now - YEAR_MS)
      const points = Array.from({ length: POINTS }, async (_, index) => {
        const at = new Date(start + ((now - start) * index) / (POINTS - 1)).toISOString()
        const { body } = await request(OPERATION, { path: { id }, query: { asOf: at }, signal })
        const { exposureCents, maxInsuredValueCents } = body.data
        return { at, cents: exposureCents, maximumCents: maxInsuredValueCents }
      })
      return Promise.all(points)
    },
    staleTime: 60_000,
  })
  return data && <ValueLine label="Insured exposure over time" points={data} />
}
