import type { components } from './generated/schema.ts'

type Published = components['schemas']['Problem']

/** Members of every problem; those of one code alone are in `Problem`. */
type Common =
  | 'type'
  | 'title'
  | 'detail'
  | 'instance'
  | 'requestId'
  /** The violations found, at most the first hundred. */
  | 'errors'
  | 'errorsTotal'

/** A problem of one code, with the members that only some codes have. */
export type ProblemOf<
  Code extends Published['code'],
  Status extends number,
  Members extends keyof Published = never,
> = Pick<Published, Common | Members> & { readonly code: Code; readonly status: Status }
