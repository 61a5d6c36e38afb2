import { List, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { asOne, readAgain } from '../api/queries.ts'
import { isOutcomeUnknown, localProblem } from '../api/request.ts'
import { Confirmation } from './Action.tsx'

interface Props<One> extends Omit<ComponentProps<typeof Confirmation>, 'run' | 'onDone'> {
  readonly records: readonly One[]
  readonly lineOf: (record: One) => ReactNode
  /** The result of a record that is not refused: "Approved". */
  readonly done: string
  readonly work: (record: One, reason: string) => Promise<unknown>
  /** Called after all are done. */
  readonly onDone?: () => void
}

/** Changes several records, each by a request of its own, and says what became of each. */
export function EachConfirmation<One extends { readonly id: string }>(props: Props<One>) {
  const { records, lineOf, done, work, explanation, isIncomplete = false, ...dialog } = props
  const [results, setResults] = useState<ReadonlyMap<string, string>>(new Map())
  const client = useQueryClient()
  const isDone = ({ id }: One) => results.get(id) === done
  const run = async ({ reason = '' }) => {
    const failures: Error[] = []
    await asOne(client, async () => {
      for (const record of records.filter((each) => !isDone(each))) {
        const failure: Error | undefined = await work(record, reason).then(
          () => undefined,
          (error) => error,
        )
        if (failure) failures.push(failure)
        const result = failure ? `Refused: ${failure.message}` : done
        setResults((before) => new Map(before).set(record.id, result))
      }
    })
    if (failures.length === 0) return
    await readAgain(client)
    throw localProblem({
      title: `Not done for ${failures.length} of ${records.length}`,
      detail: 'The list says why. You can try the others again.',
      status: failures.some(isOutcomeUnknown) ? 503 : 409,
      code: 'invalid_request',
    })
  }
  return (
    <Confirmation
      {...dialog}
      explanation={
        <>
          {explanation}
          <List size="sm" mah={240} style={{ overflow: 'auto' }} aria-label="Records">
            {records.map((record) => (
              <List.Item key={record.id}>
                {lineOf(record)}
                <Text fw={600} role="status">
                  {results.get(record.id)}
                </Text>
              </List.Item>
            ))}
          </List>
        </>
      }
      isIncomplete={isIncomplete || records.every(isDone)}
      run={run}
    />
  )
}
