import type { Caller } from '../domain/caller.ts'
import type { Change } from './changes/change.ts'
import type { Database } from './database.ts'

/** Decides a change of a command or of the service itself, without a request. @throws {Refusal} */
export async function decideChange<Input, Facts, Result>(
  caller: Caller,
  database: Pick<Database, 'change'>,
  change: Change<Input, Facts, Result>,
  input: Input,
  isDryRun = false,
): Promise<Result> {
  const outcome = await database.change(change, {
    caller,
    requestId: null,
    input,
    isDryRun,
    isAfterExpiry: true,
    respond: () => ({ status: 200, headers: {}, text: '' }),
  })
  if (outcome.kind !== 'decided') throw new Error('a change without a key was not decided')
  return outcome.result
}
