import { Type } from 'typebox'
import { REFUSALS } from '../../domain/errors.ts'
import {
  FIELD_VIOLATIONS,
  IMPORT_VIOLATIONS,
  PROBLEM_MEMBERS,
  VIOLATION_MEMBERS,
} from '../../domain/problem-members.ts'

const VIOLATION = Type.Object(
  {
    pointer: Type.String({
      description:
        'RFC 6901 pointer into the body; into a file, the line and the column. If `in` is ' +
        'present: `/` and the name of the parameter or header.',
    }),
    in: Type.Optional(
      Type.Enum(['query', 'header'], {
        description: 'The part of the request with the violation; absent if that is the body.',
      }),
    ),
    code: Type.String({
      description: `A problem code, or one of ${Object.keys({ ...FIELD_VIOLATIONS, ...IMPORT_VIOLATIONS }).join(', ')}.`,
    }),
    detail: Type.String({ description: 'A sentence that says what to do.' }),
    ...VIOLATION_MEMBERS,
  },
  {
    title: 'Violation',
    description: 'One broken rule in the request. Some codes add members.',
    additionalProperties: true,
  },
)

/** The published schema of every refusal. */
export const PROBLEM = Type.Object(
  {
    type: Type.String({ description: 'A stable URI for the code.', format: 'uri' }),
    title: Type.String({
      description: 'The meaning of the code. It is the same in every problem with that code.',
    }),
    status: Type.Integer({ description: 'The HTTP status.' }),
    detail: Type.String({ description: 'A sentence that says what to do.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    code: Type.Enum(Object.keys(REFUSALS), {
      description: 'Base decisions on this member. Published codes never change.',
    }),
    requestId: Type.String({ description: 'The id of the request in the logs (`X-Request-Id`).' }),
    errors: Type.Optional(
      Type.Array(VIOLATION, { description: 'The violations found, at most the first hundred.' }),
    ),
    errorsTotal: Type.Optional(
      Type.Integer({ description: 'The number of violations, including those not in `errors`.' }),
    ),
    ...PROBLEM_MEMBERS,
  },
  {
    title: 'Problem',
    description: 'Why a request was refused (RFC 9457). After a 4xx, nothing was changed.',
    additionalProperties: true,
  },
)
