import Type from 'typebox'
import { FIELD_VIOLATIONS, problemType, REFUSALS, type RefusalCode } from '../../domain/errors.ts'
import { PROBLEM_MEMBERS, VIOLATION_MEMBERS } from '../../domain/problem-members.ts'

const VIOLATION = Type.Object(
  {
    pointer: Type.String({
      description:
        'RFC 6901 pointer to the invalid place in the body; else `/` and the name of what `in` says.',
    }),
    in: Type.Optional(
      Type.Enum(['query', 'header'], {
        description: 'Present where the violation is not in the body.',
      }),
    ),
    code: Type.String({
      description: `A code of the catalogue, or one of ${Object.keys(FIELD_VIOLATIONS).join(', ')}.`,
    }),
    detail: Type.String({ description: 'A sentence that says what to do.' }),
    ...VIOLATION_MEMBERS,
  },
  {
    title: 'Violation',
    description: 'One thing that is wrong with the request; some codes add facts of their own.',
    additionalProperties: true,
  },
)

/** The published shape of every refusal. */
export const PROBLEM = Type.Object(
  {
    type: Type.String({ description: 'A stable URI per code.', format: 'uri' }),
    title: Type.String({ description: 'The code in words; the same for every problem of a code.' }),
    status: Type.Integer({ description: 'The HTTP status again.' }),
    detail: Type.String({ description: 'A sentence that says what to do.' }),
    instance: Type.String({ description: 'Path of the request.' }),
    code: Type.Enum(Object.keys(REFUSALS), {
      description: 'What to branch on. Codes never change once published.',
    }),
    requestId: Type.String({ description: 'The id of the request in our logs (`X-Request-Id`).' }),
    errors: Type.Optional(
      Type.Array(VIOLATION, { description: 'Every violation found, the first hundred of them.' }),
    ),
    errorsTotal: Type.Optional(
      Type.Integer({ description: 'How many violations there were; more than `errors` may list.' }),
    ),
    ...PROBLEM_MEMBERS,
  },
  {
    title: 'Problem',
    description: 'Why a request was refused (RFC 9457). A 4xx changed nothing.',
    additionalProperties: true,
  },
)

/** An example of a refusal for the documentation. */
export function problemExample(code: RefusalCode): object {
  const { status, title } = REFUSALS[code]
  return {
    type: problemType(code),
    title,
    status,
    detail: `${title}.`,
    instance: '/v1/...',
    code,
    requestId: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed',
  }
}
